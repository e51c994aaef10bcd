import type { LogRecord as ReferenceRecord } from '../../../reference/runtime/log.js';
import { AdapterError, type Answer, type LogRecord } from '../../adapter/adapter.js';
import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import type { Violation } from '../invariants/violation.js';
import type { IllegalChoice } from './adoption.js';
import type { CompareContext, OnDifference } from './comparer.js';
import type { Outstanding } from './lock-step.js';
import type { Messages } from './messages.js';
import type { ModelAnswer } from './model.js';

/** A field in which the implementation differs; ids and names of groups are still each side's own. */
export interface FieldDifference {
  readonly path: string;
  /** Undefined where there must be nothing. */
  readonly expected: MessageValue | undefined;
  readonly actual: MessageValue | undefined;
}

/** How the implementation differs from the reference after a move. */
export type Divergence =
  | {
      readonly kind: 'answer';
      readonly request: Outstanding;
      readonly expected: MessageBody;
      readonly actual: MessageBody;
      readonly differences: readonly FieldDifference[];
    }
  /** The reference has answered, the implementation has not. */
  | { readonly kind: 'unanswered'; readonly request: Outstanding; readonly expected: MessageBody }
  /** The implementation has answered what is parked in the reference. */
  | { readonly kind: 'not-parked'; readonly request: Outstanding; readonly actual: MessageBody }
  /** No answer that could be read. */
  | { readonly kind: 'unusable'; readonly request: Outstanding; readonly reason: string }
  /** The right answer at the wrong time, in ms. */
  | {
      readonly kind: 'time';
      readonly request: Outstanding;
      readonly expected: number;
      readonly actual: number;
    }
  | { readonly kind: 'choice'; readonly choice: IllegalChoice }
  | {
      readonly kind: 'records';
      readonly group: string;
      readonly expected: readonly RecordBody[];
      readonly actual: readonly RecordBody[];
      readonly differences: readonly FieldDifference[];
    }
  /** The reference breaks what must be true of it, whatever the implementation does. */
  | { readonly kind: 'violation'; readonly violation: Violation }
  /** One of both threw, in this process. That of the reference is a fault of the kit. */
  | {
      readonly kind: 'crash';
      readonly of: 'implementation' | 'reference';
      readonly reason: string;
    };

/** A type alias, as only those are message values. */
export type RecordBody = {
  readonly keyVersion: number;
  readonly key: MessageBody;
  readonly valueVersion: number | null;
  readonly value: MessageBody | null;
};

export interface StepToCompare {
  readonly came: readonly Answer[];
  readonly modelAnswers: readonly ModelAnswer[];
  readonly outstanding: ReadonlyMap<number, Outstanding>;
  readonly context: CompareContext;
  readonly messages: Messages;
  /** How far answers of the implementation may be off in time, in ms. */
  readonly timeTolerance: number;
  readonly exact: boolean;
  readonly illegal: readonly IllegalChoice[];
}

/** The first divergence among answers. Throws AdapterError for an answer to nothing. */
export function compareStep(step: StepToCompare): Divergence | null {
  const { came, modelAnswers, outstanding, context, illegal } = step;
  const [choice] = illegal;
  if (choice !== undefined) return { kind: 'choice', choice };
  if (came.length === 0 && modelAnswers.length === 0) return null;
  for (const answer of came) {
    if (!outstanding.has(answer.requestId) || answerTo(answer, came) !== answer) {
      throw new AdapterError(
        `the adapter answered request ${answer.requestId}, which was not waiting for an answer`,
      );
    }
  }
  // Who a member is, it is told itself; what others are told of it refers to that.
  for (const expected of modelAnswers) {
    const answer = answerTo(expected, came);
    const own = expected.body['memberId'];
    if (answer?.kind === 'response' && typeof own === 'string') {
      context.identities.same(own, answer.body['memberId']);
    }
  }
  for (const expected of modelAnswers) {
    const request = outstanding.get(expected.requestId);
    if (request === undefined) continue;
    const divergence = compareAnswer(step, request, expected, answerTo(expected, came));
    if (divergence !== null) return divergence;
  }
  for (const answer of came) {
    const request = outstanding.get(answer.requestId);
    if (request === undefined || answerTo(answer, modelAnswers) !== undefined) continue;
    if (answer.kind !== 'response') return { kind: 'unusable', request, reason: answer.reason };
    return { kind: 'not-parked', request, actual: answer.body };
  }
  return null;
}

/** The first answer to the same request. There are never many: a map of them would take longer. */
function answerTo<Answered extends { readonly requestId: number }>(
  { requestId }: { readonly requestId: number },
  answers: readonly Answered[],
): Answered | undefined {
  for (const answer of answers) if (answer.requestId === requestId) return answer;
  return undefined;
}

function compareAnswer(
  { context, messages, timeTolerance, exact }: StepToCompare,
  request: Outstanding,
  expected: ModelAnswer,
  actual: Answer | undefined,
): Divergence | null {
  if (actual === undefined) return { kind: 'unanswered', request, expected: expected.body };
  if (actual.kind !== 'response') return { kind: 'unusable', request, reason: actual.reason };
  const compare = messages.response(request.api, request.version);
  const wanted = exact ? expected.body : withFreedoms(request, expected.body, actual.body);
  const body = othersRemoved(request, actual.body, context);
  if (!compare(context, wanted, body)) {
    const differences = collect((onDifference) => compare(context, wanted, body, onDifference));
    return { kind: 'answer', request, expected: wanted, actual: body, differences };
  }
  if (Math.abs(actual.at - expected.at) > timeTolerance) {
    return { kind: 'time', request, expected: expected.at, actual: actual.at };
  }
  return null;
}

/** DESC-03: outside Stable what is stored as assignment is implementation-defined. */
function withFreedoms(
  { api }: Outstanding,
  expected: MessageBody,
  actual: MessageBody,
): MessageBody {
  if (api !== 'DescribeGroups') return expected;
  const groups = expected['groups'] as readonly MessageBody[];
  const shown = actual['groups'];
  if (!Array.isArray(shown) || groups.every(({ groupState }) => groupState === 'Stable')) {
    return expected;
  }
  return {
    ...expected,
    groups: groups.map((group, index) =>
      group['groupState'] === 'Stable' ? group : adoptAssignments(group, shown[index]),
    ),
  };
}

function adoptAssignments(group: MessageBody, shown: unknown): MessageBody {
  const members = (shown as MessageBody | undefined)?.['members'];
  if (!Array.isArray(members)) return group;
  const own = group['members'] as readonly MessageBody[];
  return {
    ...group,
    members: own.map((member, index) => {
      const other = members[index] as MessageBody | undefined;
      const assignment = other?.['memberAssignment'];
      return assignment === undefined ? member : { ...member, memberAssignment: assignment };
    }),
  };
}

/** ListGroups tells of everybody's groups; those of others are nobody's business. */
function othersRemoved(
  { api }: Outstanding,
  actual: MessageBody,
  { groupId }: CompareContext,
): MessageBody {
  const prefix = groupId(' ').slice(0, -1);
  const { groups } = actual;
  if (api !== 'ListGroups' || prefix === '' || !Array.isArray(groups)) return actual;
  const own = (groups as readonly MessageBody[]).filter((group) =>
    String(group['groupId']).startsWith(prefix),
  );
  return { ...actual, groups: own };
}

/** Records of each group in their order; groups may come in any. */
export function compareRecords(
  context: CompareContext,
  messages: Messages,
  expected: readonly ReferenceRecord[],
  actual: readonly LogRecord[],
): Divergence | null {
  if (expected.length === 0 && actual.length === 0) return null;
  const written = new Map<string, RecordBody[]>();
  for (const record of expected) groupOf(written, context.groupId(record.key.group)).push(record);
  const seen = new Map<string, RecordBody[]>();
  for (const record of actual) groupOf(seen, String(record.key['group'])).push(record);
  for (const group of new Set([...written.keys(), ...seen.keys()])) {
    const wanted = inOneOrder(written.get(group) ?? []);
    const found = inOneOrder(seen.get(group) ?? []);
    const differences: FieldDifference[] = [];
    if (wanted.length !== found.length) {
      differences.push({ path: 'records', expected: wanted.length, actual: found.length });
    }
    for (const [index, record] of wanted.entries()) {
      const other = found[index];
      if (other === undefined) continue;
      differences.push(...compareRecord(context, messages, record, other, `records[${index}]`));
    }
    if (differences.length > 0) {
      return { kind: 'records', group, expected: wanted, actual: found, differences };
    }
  }
  return null;
}

/**
 * Tombstones of offsets that follow each other, by their partitions. The rules set no order among
 * them (DEL-01, CLEAN-01), and Apache Kafka's is that of a hash table.
 */
function inOneOrder(records: readonly RecordBody[]): readonly RecordBody[] {
  if (records.length < 2) return records;
  const ordered: RecordBody[] = [];
  let from = 0;
  for (const [index, record] of records.entries()) {
    if (isOffsetTombstone(record)) continue;
    ordered.push(...byPartition(records.slice(from, index)), record);
    from = index + 1;
  }
  return [...ordered, ...byPartition(records.slice(from))];
}

function isOffsetTombstone({ keyVersion, value }: RecordBody): boolean {
  return keyVersion !== 2 && value === null;
}

function byPartition(records: readonly RecordBody[]): RecordBody[] {
  const nameOf = ({ key }: RecordBody) => `${String(key['topic'])} ${String(key['partition'])}`;
  return records.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

function groupOf(records: Map<string, RecordBody[]>, group: string): RecordBody[] {
  const found = records.get(group) ?? [];
  records.set(group, found);
  return found;
}

function compareRecord(
  context: CompareContext,
  messages: Messages,
  expected: RecordBody,
  actual: RecordBody,
  path: string,
): FieldDifference[] {
  for (const field of ['keyVersion', 'valueVersion'] as const) {
    if (expected[field] === actual[field]) continue;
    return [{ path: `${path}.${field}`, expected: expected[field], actual: actual[field] }];
  }
  if (expected.keyVersion !== 2) return compareOffsetKeys(context, expected, actual, path);
  const { valueVersion, value } = expected;
  if (value === null || valueVersion === null) return [];
  if (actual.value === null) return [{ path: `${path}.value`, expected: value, actual: null }];
  const compare = messages.recordValue(valueVersion);
  const other = actual.value;
  if (compare(context, value, other)) return [];
  return collect((onDifference) => compare(context, value, other, onDifference), path);
}

/** RECORD-08: of a committed offset only the key matters here. */
function compareOffsetKeys(
  { groupId }: CompareContext,
  expected: RecordBody,
  actual: RecordBody,
  path: string,
): FieldDifference[] {
  const key: MessageBody = { ...expected.key, group: groupId(String(expected.key['group'])) };
  return Object.entries(key)
    .filter(([field, value]) => actual.key[field] !== value)
    .map(([field, value]) => ({
      path: `${path}.key.${field}`,
      expected: value,
      actual: actual.key[field],
    }));
}

function collect(compare: (onDifference: OnDifference) => boolean, prefix = ''): FieldDifference[] {
  const differences: FieldDifference[] = [];
  compare((path, expected, actual) => {
    const whole = prefix === '' ? path : path === '' ? prefix : `${prefix}.${path}`;
    differences.push({ path: whole, expected, actual });
  });
  return differences;
}
