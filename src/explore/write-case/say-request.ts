import { apiSchema } from '../../protocol/apis.js';
import type { ProtocolData } from '../../suite/cases/case-types.js';
import { CaseError } from '../../suite/cases/vocabulary.js';
import { isMap } from '../../suite/judge/field-values.js';
import { fillRequest } from '../../suite/run/requests.js';
import type { Outstanding } from '../lock-step/lock-step.js';
import type { Given, RequestMove } from '../sequence.js';
import type { Recollection } from './recollection.js';
import { shortOffer } from './settings.js';
import { UnwritableError } from './unwritable.js';
import { type MessageForm, meanSame, type Said, sayBody, type Words } from './words.js';

const DURATIONS = ['sessionTimeoutMs', 'rebalanceTimeoutMs'] as const;

/** What a step says `with` its request: what the kit would not fill in by itself. */
export function sayRequest(
  words: Words,
  recollection: Recollection,
  sender: string,
  move: RequestMove,
  sent: Outstanding,
): Said {
  const { api, version } = sent;
  const form: MessageForm = { schema: apiSchema(api).request, version };
  const context = recollection.requestContext(sender, api, version);
  const wanted = withDurations(sayBody(words, form, sent.body), move, form);
  const fits = (given: Said): boolean => {
    try {
      return meanSame(words, form, fillRequest(context, given), wanted);
    } catch (error) {
      if (error instanceof CaseError) return false;
      throw error;
    }
  };
  const shortest = candidates(words, form, wanted, fillRequest(context, {}), sender, recollection);
  for (const given of shortest) if (fits(given)) return given;
  throw new UnwritableError(`a ${api} of ${sender} cannot be written as a step`);
}

function withDurations(
  said: Said,
  { fields }: RequestMove,
  { schema, version }: MessageForm,
): Said {
  const changed: Record<string, unknown> = { ...said };
  for (const name of DURATIONS) {
    const given: Given | undefined = fields[name];
    if (!(name in said) || typeof given !== 'object' || given === null) continue;
    if ('duration' in given) changed[name] = durationData(String(given.duration));
  }
  return schema.versions.max >= version ? changed : said;
}

function durationData(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function* candidates(
  words: Words,
  form: MessageForm,
  wanted: Said,
  filled: Said,
  sender: string,
  recollection: Recollection,
): Generator<Said> {
  const differing = differences(words, form, wanted, filled);
  switch (form.schema.name) {
    case 'JoinGroupRequest':
      yield shortenProtocols(differing, sender);
      break;
    case 'SyncGroupRequest':
      yield shortenAssignments(differing);
      break;
    case 'LeaveGroupRequest':
      yield* shortLeaves(differing, wanted, sender, recollection);
      break;
  }
  yield differing;
}

/** Fields in which the request is not as the kit fills it in. */
function differences(words: Words, form: MessageForm, wanted: Said, filled: Said): Said {
  const differing: Record<string, unknown> = {};
  const { version } = form;
  for (const field of form.schema.fields) {
    const { name } = field;
    const only = (said: Said): Said => (name in said ? { [name]: said[name] } : {});
    const schema = { ...form.schema, fields: [field] };
    if (meanSame(words, { schema, version }, only(wanted), only(filled))) continue;
    differing[name] = name in wanted ? wanted[name] : unsaid(field.default);
  }
  return differing;
}

/** A default that has to be said, as the kit would fill in something else. */
function unsaid(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return isMap(value) ? [] : value;
}

function shortenProtocols(given: Said, sender: string): Said {
  const { protocols } = given;
  if (!Array.isArray(protocols)) return given;
  const short = protocols.map(
    (offer: Said): ProtocolData =>
      shortOffer(String(offer['name'] ?? ''), String(offer['metadata'] ?? 'text:'), sender),
  );
  return { ...given, protocols: short };
}

const SYMBOL = /^\$([A-Z][0-9]?)$/;

/** `$A` as a name; other ids as they are. */
function nameIn(id: unknown): string | null {
  if (typeof id !== 'string' || id === '') return null;
  return SYMBOL.exec(id)?.[1] ?? (/^[A-Z][0-9]?$/.test(id) ? null : id);
}

function shortenAssignments(given: Said): Said {
  const { assignments } = given;
  if (!Array.isArray(assignments) || assignments.length === 0) return given;
  const short: Record<string, unknown> = {};
  for (const { memberId, assignment = '' } of assignments as Said[]) {
    const name = nameIn(memberId);
    if (name === null || name in short) return given;
    short[name] = assignment;
  }
  return { ...given, assignments: short };
}

function* shortLeaves(
  differing: Said,
  wanted: Said,
  sender: string,
  recollection: Recollection,
): Generator<Said> {
  const { members, ...others } = differing;
  const entries = (wanted['members'] ?? []) as readonly Said[];
  const [only, ...more] = entries;
  if (members === undefined || only === undefined) return;
  if (more.length === 0) {
    const { memberId = '', groupInstanceId } = only;
    const instance = groupInstanceId === undefined ? {} : { groupInstanceId };
    yield { ...others, ...instance };
    yield { ...others, memberId, ...instance };
    yield { ...others, memberId };
  }
  const names = entries.map((entry) => {
    const name = nameIn(entry['memberId']);
    if (name === null || !/^[A-Z]/.test(name)) return entry;
    const instance = recollection.member(name).groupInstanceId;
    return instance === (entry['groupInstanceId'] ?? null) ? name : entry;
  });
  yield { ...others, members: names };
  if (recollection.member(sender).groupInstanceId === null) return;
  yield { ...others, members: entries };
}
