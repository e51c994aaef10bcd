import { errorName } from '../../spec/errors.js';
import type { Pair } from '../pairs.js';
import type { Names } from './names.js';
import type { Entry, Transcript } from './transcript.js';

const LONGEST_TITLE = 120;
const MOST_RULES = 8;

/** Rows of the table of states and requests as noun phrases. */
const PHRASES: Readonly<Record<string, string>> = {
  'first-join': 'the first JoinGroup of a dynamic member',
  'rejoin-of-leader': 'a JoinGroup of the leader',
  'rejoin-of-follower': 'a JoinGroup of a follower',
  'changed-rejoin': 'a JoinGroup with new metadata',
  restart: 'the JoinGroup of a restarted static member',
  'restart-with-other-protocols':
    "the JoinGroup of a static member restarted without the group's protocol",
  'sync-of-follower': 'the SyncGroup of a follower',
  'sync-of-leader': 'the SyncGroup of the leader',
  heartbeat: 'the Heartbeat of a member',
  leave: 'the LeaveGroup of a member',
  delete: 'a DeleteGroups',
};

const DEEDS: Readonly<Record<string, string>> = {
  'fail-next-append': 'an append that is to fail',
  'hold-commits': 'holding commits',
  'release-commits': 'releasing commits',
  unload: 'an unload of the partition',
  'start-load': 'a load of the partition',
  'finish-load': 'the end of a load',
};

/** What happens in one entry, as a claim. */
export function claimOf(entry: Entry, names: Names, said: { readonly advance?: unknown }): string {
  const what = subjectOf(entry, said.advance);
  const title = `${what} ${outcomeOf(entry, names)}`;
  return shortened(title.charAt(0).toUpperCase() + title.slice(1));
}

function subjectOf({ move, sent, pairs, states }: Entry, time: unknown): string {
  switch (move.kind) {
    case 'advance':
      return `the time ${time ?? ''}`.trim();
    case 'control':
      return DEEDS[move.deed.kind] ?? move.deed.kind;
    case 'request': {
      const [pair] = pairs;
      const state = pair?.split(' in ')[1] ?? states.get(String(sent?.body['groupId'] ?? ''));
      return `${state === undefined ? '' : `in ${state} `}${requestPhrase(move.api, pair)}`;
    }
  }
}

function requestPhrase(api: string, pair: Pair | undefined): string {
  return PHRASES[pair?.split(' in ')[0] ?? ''] ?? `a ${api}`;
}

function outcomeOf({ sent, answers }: Entry, names: Names): string {
  const own = answers.find(({ request }) => request.requestId === sent?.requestId);
  const released = answers.filter((answer) => answer !== own);
  const parts: string[] = [];
  if (own !== undefined) parts.push(`is answered ${errorsOf(own.answer.body).join(' and ')}`);
  else if (sent !== null) parts.push('is parked');
  if (released.length > 0) {
    const each = released.map(({ request, answer }) => {
      const sender = names.senderOf(request.requestId);
      return `the ${request.api} of ${sender} with ${errorsOf(answer.body).join(' and ')}`;
    });
    parts.push(`releases ${each.join(', ')}`);
  }
  return parts.length === 0 ? 'answers nobody' : parts.join(' and ');
}

/** Names of all errors of an answer, whether of the whole or of parts of it. */
function errorsOf(body: Readonly<Record<string, unknown>>): readonly string[] {
  const found = new Set<string>();
  if (typeof body['errorCode'] === 'number') found.add(errorName(body['errorCode']));
  for (const list of ['members', 'groups', 'results']) {
    const items = body[list];
    for (const item of Array.isArray(items) ? items : []) {
      if (typeof item?.errorCode === 'number') found.add(errorName(item.errorCode));
      if (list === 'groups' && typeof item?.groupState === 'string' && item.groupState !== '') {
        found.add(item.groupState);
      }
    }
  }
  if (found.size > 1) found.delete('NONE');
  return [...found];
}

function shortened(title: string): string {
  if (title.length <= LONGEST_TITLE) return title;
  const cut = title.slice(0, LONGEST_TITLE - 2);
  return `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}

/** Titles that come twice are told apart by their rules, and then by number. */
export function distinctTitle(
  title: string,
  rules: readonly string[],
  taken: ReadonlySet<string>,
): string {
  if (!taken.has(title)) return title;
  for (let count = 1; count <= rules.length; count++) {
    const by = ` (${rules.slice(0, count).join(', ')})`;
    const whole = `${shortenedTo(title, LONGEST_TITLE - by.length)}${by}`;
    if (whole.length <= LONGEST_TITLE && !taken.has(whole)) return whole;
  }
  for (let number = 2; ; number++) {
    const by = ` (${[...rules.slice(0, 1), number].join(', ')})`;
    const whole = `${shortenedTo(title, LONGEST_TITLE - by.length)}${by}`;
    if (!taken.has(whole)) return whole;
  }
}

function shortenedTo(title: string, length: number): string {
  return title.length <= length ? title : `${title.slice(0, length - 2).trimEnd()} …`;
}

/**
 * Rules of the telling step, those first that nothing before it has exercised; where it has none,
 * those of the steps before it. The rarer in the sequence, the earlier. In the end those of `otherwise` that any step rests on:
 * where they are otherwise, the case does not hold.
 */
export function rulesOf(
  { entries }: Transcript,
  telling: number,
  first: readonly string[],
  otherwise: ReadonlySet<string>,
): readonly string[] {
  const count = new Map<string, number>();
  for (const { rules } of entries) {
    for (const rule of new Set(rules)) count.set(rule, (count.get(rule) ?? 0) + 1);
  }
  const own = [...new Set(entries[telling]?.rules ?? [])];
  const rest = [
    ...new Set(
      entries
        .slice(0, telling)
        .toReversed()
        .flatMap(({ rules }) => rules),
    ),
  ];
  const bySpeciality = (one: string, other: string) =>
    Number(isOrder(one)) - Number(isOrder(other)) ||
    (count.get(one) ?? 0) - (count.get(other) ?? 0);
  const ranked = [
    ...first.toSorted(bySpeciality),
    ...own.toSorted(bySpeciality),
    ...(own.length > 0 ? [] : rest.toSorted(bySpeciality)),
  ];
  const underlying = [...count.keys()].filter((rule) => otherwise.has(rule)).sort();
  return [...new Set([...[...new Set(ranked)].slice(0, MOST_RULES), ...underlying])];
}

/** HB-00 and the like say in what order others are tried. */
function isOrder(rule: string): boolean {
  return rule.endsWith('-00');
}
