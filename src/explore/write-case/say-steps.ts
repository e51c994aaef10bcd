import type { Configuration } from '../../adapter/adapter.js';
import type { Comparison } from '../../spec/comparison.js';
import { errorName } from '../../spec/errors.js';
import type {
  AnswersData,
  MemberSettings,
  ProtocolData,
  StepData,
} from '../../suite/cases/case-types.js';
import { bytesOf } from '../../suite/judge/field-values.js';
import type { AnsweredRequest } from '../lock-step/lock-step.js';
import type { ControlMove } from '../sequence.js';
import { textsUnder } from '../texts-under.js';
import { mergeReloads } from './merge-reloads.js';
import { type Names, nameAll } from './names.js';
import { hasOpenOrder } from './open-order.js';
import { createRecollection, type Recollection } from './recollection.js';
import { restsOnRepeatedName } from './repeated-names.js';
import { type AnswerContext, sayAnswer } from './say-answer.js';
import { sayLogged, sayRecord } from './say-records.js';
import { sayRequest } from './say-request.js';
import { sayTime } from './say-time.js';
import { settingsOf } from './settings.js';
import type { Entry, Transcript } from './transcript.js';
import { UnwritableError } from './unwritable.js';
import { hexOf, type Words } from './words.js';

/** A sequence as it went with one set of broker settings. */
export interface Take {
  readonly transcript: Transcript;
  readonly configuration: Configuration;
}

export interface SayOptions {
  readonly comparison: Comparison;
  /** Whether to say what is written to the log. */
  readonly records: boolean;
}

export interface SaidSteps {
  readonly members: Readonly<Record<string, MemberSettings>>;
  readonly steps: readonly StepData[];
  /** What each move does, as a step; null where there is nothing to be done. */
  readonly byEntry: readonly (StepData | null)[];
  /** Settings whose very values the steps rely on. */
  readonly settings: readonly string[];
  readonly names: Names;
}

/**
 * All steps of a case, from the first of `takes`; the others went with other settings and tell what
 * times are meant. Throws UnwritableError.
 */
export function saySteps(takes: readonly Take[], options: SayOptions): SaidSteps {
  const [first] = takes;
  if (first === undefined) throw new Error('there is nothing to write down');
  const { transcript } = first;
  const names = nameAll(transcript);
  const words = wordsFor(transcript, names, options.comparison);
  const members = settingsOf(transcript, names, words);
  const recollection = createRecollection(members);
  const context: AnswerContext & { readonly told: Map<string, readonly string[]> } = {
    words: { ...words, onMember: (name) => recollection.bound.add(name) },
    recollection,
    groups: groupsOf(transcript, names),
    told: new Map(),
    membersOf: (group, generation) => context.told.get(`${group} ${generation}`),
  };
  const writer: Writer = { words, context, recollection, names, handles: new Map() };
  const settings = new Set<string>();
  const steps: StepData[] = [];
  const byEntry: (StepData | null)[] = [];
  let canWrite = false;
  for (const [index, entry] of transcript.entries.entries()) {
    const said = sayEntry(writer, takes, index, entry);
    byEntry.push(said?.step ?? null);
    if (said !== null) steps.push(said.step);
    if (said?.setting !== undefined) settings.add(said.setting);
    if (!options.records) continue;
    canWrite ||= said !== null;
    if (entry.records.length === 0) continue;
    if (hasOpenOrder(entry)) {
      throw new UnwritableError(
        'it has written records of several groups in an order that Apache Kafka leaves open',
      );
    }
    const records = entry.records.map((record) => sayRecord(context.words, recollection, record));
    steps.push({ records });
    canWrite = false;
  }
  if (options.records && canWrite) steps.push({ records: [] });
  return { members, steps: mergeReloads(steps), byEntry, settings: [...settings], names };
}

interface Writer {
  readonly words: Words;
  readonly context: AnswerContext & { readonly told: Map<string, readonly string[]> };
  readonly recollection: Recollection;
  readonly names: Names;
  /** By request id, while parked. */
  readonly handles: Map<number, string>;
}

interface SaidEntry {
  readonly step: StepData;
  /** A setting whose very value it says. */
  readonly setting?: string | undefined;
}

/** Null for time that does not pass. */
function sayEntry(
  writer: Writer,
  takes: readonly Take[],
  index: number,
  entry: Entry,
): SaidEntry | null {
  const { move, ms, answers } = entry;
  switch (move.kind) {
    case 'request':
      return { step: sayRequestStep(writer, entry) };
    case 'advance': {
      if (ms === 0 && answers.length === 0) return null;
      const runs = takes.map((take) => ({
        durations: take.transcript.durations,
        configuration: take.configuration,
        ms: take.transcript.entries[index]?.ms ?? -1,
      }));
      const said = sayTime(move.by, runs);
      if (said === null) {
        throw new UnwritableError(`no durations make up the ${ms} ms of move ${index + 1}`);
      }
      const step = { advance: said.duration, ...releasesOf(writer, answers, null) };
      return { step, setting: said.setting };
    }
    case 'control':
      return { step: { ...sayDeed(writer, move.deed), ...releasesOf(writer, answers, null) } };
  }
}

/** Names of second requests while a first is parked. */
const ORDINALS = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

function sayRequestStep(writer: Writer, entry: Entry): StepData {
  const { move, sent, answers } = entry;
  if (move.kind !== 'request' || sent === null) throw new Error('this step sends nothing');
  if (restsOnRepeatedName(entry)) {
    throw new UnwritableError('a member names a protocol twice, which Apache Kafka counts twice');
  }
  const { words, recollection, names, handles } = writer;
  const sender = names.senderOf(sent.requestId);
  const given = sayRequest(words, recollection, sender, move, sent);
  if (sent.api === 'JoinGroup') {
    const offered = given['protocols'] as readonly ProtocolData[] | undefined;
    recollection.offer(sender, sent.requestId, offered);
  }
  const taken = new Set(handles.values());
  const handle = taken.has(sender) ? ORDINALS.find((word) => !taken.has(word)) : sender;
  if (handle === undefined) {
    throw new UnwritableError('more than eight further requests are parked at once');
  }
  handles.set(sent.requestId, handle);
  const released = releasesOf(writer, answers, handle);
  return {
    [sender]: sent.api,
    ...(handle === sender ? {} : { as: handle, connection: handle }),
    ...(Object.keys(given).length === 0 ? {} : { with: given }),
    ...released,
  };
}

/** What a step is answered and releases; members learn first, as they do while a case runs. */
function releasesOf(
  writer: Writer,
  answers: readonly AnsweredRequest[],
  own: string | null,
): StepData {
  const { context, recollection, names, handles } = writer;
  for (const { request, answer } of answers) {
    if (request.api !== 'JoinGroup') continue;
    const sender = names.senderOf(request.requestId);
    const error = errorName(Number(answer.body['errorCode']));
    recollection.learnJoin(sender, request.requestId, error, answer.body);
    const members = answer.body['members'];
    if (!Array.isArray(members) || members.length === 0) continue;
    context.told.set(
      `${String(request.body['groupId'])} ${String(answer.body['generationId'])}`,
      members.map(({ memberId }) => names.memberOf(String(memberId)) ?? String(memberId)),
    );
  }
  const said: Record<string, unknown> = {};
  for (const { request, answer } of answers) {
    const handle = handles.get(request.requestId) ?? '';
    handles.delete(request.requestId);
    said[handle] = sayAnswer(context, names.senderOf(request.requestId), request, answer.body);
  }
  const expect = own === null ? {} : { expect: said[own] ?? 'parked' };
  const others = Object.entries(said).filter(([handle]) => handle !== own);
  const releases: AnswersData = Object.fromEntries(others) as AnswersData;
  return { ...expect, ...(others.length === 0 ? {} : { releases }) };
}

function sayDeed(writer: Writer, deed: ControlMove['deed']): StepData {
  switch (deed.kind) {
    case 'fail-next-append':
      return { 'fail-next-append': deed.error };
    case 'hold-commits':
      return { commits: 'held' };
    case 'release-commits':
      return { commits: 'released' };
    case 'unload':
      return { partition: 'unloaded' };
    case 'finish-load':
      return { partition: 'loaded' };
    case 'start-load': {
      const { words, recollection } = writer;
      const log = deed.log?.map((record) => {
        const said = sayLogged(words, recollection, record);
        if (typeof said !== 'string' && 'group' in said) remember(writer, record);
        return said;
      });
      const configuration = Object.keys(deed.configuration).length > 0;
      return {
        partition: 'loading',
        ...(log === undefined ? {} : { log }),
        ...(configuration ? { configuration: deed.configuration } : {}),
      };
    }
  }
}

type StartLoad = Extract<ControlMove['deed'], { kind: 'start-load' }>;
type Logged = NonNullable<StartLoad['log']>[number];

/** Members of a log know what their record tells. */
function remember({ recollection, names }: Writer, record: Logged): void {
  if (record.kind !== 'group') return;
  const { members, generation, protocol } = record.fields;
  for (const member of Array.isArray(members) ? members : []) {
    const id = (member as { readonly memberId?: { readonly idOf?: string } }).memberId?.idOf;
    if (id === undefined) continue;
    const memory = recollection.memory(names.memberFor(id));
    memory.generationId = Number(generation ?? 0);
    memory.protocolName = typeof protocol === 'string' ? protocol : null;
  }
}

function groupsOf({ entries, sequence }: Transcript, names: Names): readonly string[] {
  const used = new Set<string>();
  for (const { states } of entries) for (const name of states.keys()) used.add(name);
  for (const move of sequence.moves) {
    const group = move.kind === 'request' ? move.fields['groupId'] : undefined;
    if (typeof group === 'string') used.add(group);
  }
  used.delete('');
  return [...used].map((name) => names.groupOf(name));
}

function wordsFor(
  { sequence, durations }: Transcript,
  names: Names,
  comparison: Comparison,
): Words {
  const subscriptions = new Map<string, string>();
  for (const word of textsUnder(['subscription'], sequence.moves)) {
    subscriptions.set(hexOf(bytesOf(word, true)), word);
  }
  const expressions = new Map<number, string>();
  for (const name of ['rebalanceTimeout', 'sessionTimeout'] as const) {
    expressions.set(durations[name], name);
  }
  expressions.set(2 * durations.sessionTimeout, 'rebalanceTimeout');
  expressions.set(2 * durations.rebalanceTimeout, '2 * rebalanceTimeout');
  expressions.set(durations.sessionTimeout / 2, 'sessionTimeout / 2');
  return { names, comparison, durations, subscriptions, expressions, onMember() {} };
}
