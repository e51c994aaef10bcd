import type { LogRecord } from '../../adapter/adapter.js';
import type { RecordData, RecordsStep } from '../cases/case-types.js';
import { differsBy } from '../run/interrupt.js';
import type { RunState } from '../run/run-state.js';
import type { Pace } from '../time/pace.js';
import type { Difference } from '../verdict.js';
import { type CompareContext, compare } from './compare.js';
import { expectRecord, groupOfRecord, recordBody } from './group-record.js';

/**
 * Compares what has been written since the last look: for each group an exact list. Groups may live
 * in different logs, between which there is no order. Throws Interrupted when the implementation
 * differs.
 */
export async function judgeRecords(state: RunState, pace: Pace, step: RecordsStep): Promise<void> {
  const written: LogRecord[] = [];
  await pace.look(async () => {
    written.push(...(await state.session.takeRecords()));
    return written.length >= step.records.length;
  });
  const expected = groupBy(step.records, (data) => state.vocabulary.groupId(groupOfRecord(data)));
  const actual = groupBy(written, ({ key }) => String(key['group']));
  const groups = new Set([...expected.keys(), ...actual.keys()]);
  const differences = [...groups].flatMap((group) => {
    const path = groups.size === 1 ? 'records' : `records of ${state.renderer.value(group)}`;
    return judgeGroup(state, path, expected.get(group) ?? [], actual.get(group) ?? []);
  });
  if (differences.length > 0) throw differsBy(differences);
}

function judgeGroup(
  state: RunState,
  path: string,
  expected: readonly RecordData[],
  actual: readonly LogRecord[],
): Difference[] {
  const { value: render, gist } = state.renderer;
  const context: CompareContext = { symbols: state.symbols, render, gist };
  const template = state.templateContext({ member: 'A', api: 'JoinGroup', version: 0 });
  const differences: Difference[] = [];
  if (expected.length !== actual.length) {
    const shown = actual.map((record) => context.render(recordBody(record))).join('; ');
    differences.push({
      path,
      expected: `${expected.length} written since the last look`,
      actual: actual.length === 0 ? '0' : `${actual.length}: ${shown}`,
      gist: `${actual.length} written`,
    });
  }
  for (const [index, data] of expected.entries()) {
    const record = actual[index];
    if (record === undefined) continue;
    const wanted = expectRecord(data, template, state.vocabulary, state.comparison);
    differences.push(...compare(context, wanted, recordBody(record), `${path}[${index}]`));
  }
  return differences;
}

function groupBy<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groupOf(item);
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return groups;
}
