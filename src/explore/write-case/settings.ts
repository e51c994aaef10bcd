import type { MemberSettings, ProtocolData } from '../../suite/cases/case-types.js';
import { evaluateDuration } from '../../suite/expand/durations.js';
import type { Given, RequestMove } from '../sequence.js';
import type { Names } from './names.js';
import type { Transcript } from './transcript.js';
import { UnwritableError } from './unwritable.js';
import { sayBytes, type Words } from './words.js';

/** JoinGroup carries an instance id from here on; the kit keeps static members to it. */
const STATIC_MEMBERS_SINCE = 5;

/** What members are set to: what they say in the first JoinGroup that is not refused. */
export function settingsOf(
  transcript: Transcript,
  names: Names,
  words: Words,
): Readonly<Record<string, MemberSettings>> {
  const settings: Record<string, MemberSettings> = {};
  for (const [index, { move, sent }] of transcript.entries.entries()) {
    if (move.kind !== 'request' || sent === null) continue;
    const name = names.senderOf(sent.requestId);
    const clientId = move.clientId === null ? null : name.slice(0, 1);
    const own = settings[name];
    if (own === undefined) settings[name] = { clientId };
    else if (own.clientId !== clientId) {
      throw new UnwritableError(`${name} has a client id in some of its requests only`);
    }
    const isFirst = own?.protocols === undefined;
    if (move.api !== 'JoinGroup' || !isFirst) continue;
    if (isRefused(transcript, index, sent.requestId)) continue;
    settings[name] = { clientId, ...readSettings(move, transcript, words, name) };
  }
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, own]) => {
      const letter = name.slice(0, 1);
      const usual = { ...USUAL, clientId: letter };
      const inherited = name === letter ? usual : { ...usual, ...settings[letter] };
      const joined = own.protocols !== undefined;
      const differing = Object.entries(joined ? { ...usual, ...own } : own).filter(
        ([field, value]) =>
          JSON.stringify(value) !== JSON.stringify(inherited[field as keyof MemberSettings]),
      );
      return differing.length === 0 ? [] : [[name, Object.fromEntries(differing)]];
    }),
  );
}

const USUAL: MemberSettings = {
  protocolType: 'consumer',
  protocols: ['range'],
  sessionTimeout: 'sessionTimeout',
  rebalanceTimeout: 'rebalanceTimeout',
};

const ACCEPTED = [0, 79];

function isRefused({ entries }: Transcript, from: number, requestId: number): boolean {
  for (const { answers } of entries.slice(from)) {
    const found = answers.find(({ request }) => request.requestId === requestId);
    if (found !== undefined) return !ACCEPTED.includes(Number(found.answer.body['errorCode']));
  }
  return false;
}

function readSettings(
  { fields }: RequestMove,
  { sequence, durations }: Transcript,
  words: Words,
  name: string,
): MemberSettings {
  const settings: Record<string, unknown> = {};
  const { groupInstanceId, protocolType, protocols, sessionTimeoutMs, rebalanceTimeoutMs } = fields;
  if (
    typeof groupInstanceId === 'string' &&
    groupInstanceId !== '' &&
    sequence.versions.JoinGroup >= STATIC_MEMBERS_SINCE
  ) {
    settings['groupInstanceId'] = groupInstanceId;
  }
  if (typeof protocolType === 'string') settings['protocolType'] = protocolType;
  if (Array.isArray(protocols) && protocols.length > 0) {
    settings['protocols'] = sayProtocols(protocols, words, name);
  }
  const timeout = durationOf(sessionTimeoutMs);
  if (timeout !== undefined) {
    const ms = evaluateDuration(timeout, durations);
    const accepted = ms >= durations.minSessionTimeout && ms <= durations.maxSessionTimeout;
    if (accepted) settings['sessionTimeout'] = timeout;
  }
  const other = durationOf(rebalanceTimeoutMs);
  if (other !== undefined) settings['rebalanceTimeout'] = other;
  return settings as MemberSettings;
}

function durationOf(given: Given | undefined): string | number | undefined {
  if (typeof given === 'number') return given;
  if (typeof given !== 'object' || given === null || !('duration' in given)) return undefined;
  const text = String(given.duration);
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Offers of a move in the short form of cases: a member's own letter goes without saying. */
function sayProtocols(
  protocols: readonly Given[],
  words: Words,
  name: string,
): readonly ProtocolData[] {
  return protocols.map((given) => {
    const offer = given as { readonly name: string; readonly metadata?: Given };
    return shortOffer(offer.name, sayGivenBytes(offer.metadata ?? { text: '' }, words), name);
  });
}

export function sayGivenBytes(given: Given, words: Words): string {
  if (typeof given !== 'object' || given === null) return '';
  if ('subscription' in given) return String(given.subscription);
  const text = 'text' in given ? String(given.text) : '';
  return sayBytes(words, new TextEncoder().encode(text), true);
}

export function shortOffer(name: string, metadata: string, member: string): ProtocolData {
  return metadata === member.slice(0, 1) ? name : { name, metadata };
}
