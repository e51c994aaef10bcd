import { describe, expect, it } from 'vitest';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import { caseFiles } from '../fakes/case-files.js';

/** Verdict of a case on the reference, with what differs. */
async function verdictOf(steps: string) {
  const head = 'title: A case about several groups\nrules: [RECORD-06]\nsteps:\n';
  const kit = loadKit(caseFiles({ 'case.yaml': head + steps }));
  const { results } = await certify(kit, createReferenceAdapter(kit.defaults));
  return results.map(({ verdict, failure }) => failure?.summary ?? verdict).join();
}

const LOADED = `
  - partition: reloaded
    log:
      - { group: { generation: 3, members: [] } }
      - { group: { generation: 4, members: [] }, of: other }
      - { offset: { topic: t, partition: 1 }, of: other }
      - { group: { generation: 5, members: [] }, of: third }
      - { tombstone: group, of: third }
`;

const deleted = (records: string) => `${LOADED}
  - Z: DeleteGroups
    with: { groupsNames: [other, third] }
    expect: { results: [{ groupId: other }, { groupId: third, errorCode: GROUP_ID_NOT_FOUND }] }
  - records: ${records}
`;

describe('Records of a case', () => {
  it('may be those of other groups, and the end of an offset', async () => {
    const records =
      '[{ tombstone: { topic: t, partition: 1 }, of: other }, { tombstone: group, of: other }]';
    expect(await verdictOf(deleted(records))).toBe('pass');
  });

  it('fail where group, topic or partition is another', async () => {
    const offset = '{ tombstone: { topic: t, partition: 1 }, of: other }';
    expect(await verdictOf(deleted(`[${offset}, tombstone]`))).toContain(
      'records of other: expected 1 written since the last look, got 2',
    );
    const other = offset.replace('partition: 1', 'partition: 2');
    expect(await verdictOf(deleted(`[${other}, { tombstone: group, of: other }]`))).toContain(
      'records[0].key.partition',
    );
  });
});

describe('Records of several groups', () => {
  const both = (records: string) => `${LOADED}
  - Z: DeleteGroups
    with: { groupsNames: [group, other] }
    expect: { results: [{ groupId: group }, { groupId: other }] }
  - records: ${records}
`;
  const offset = '{ tombstone: { topic: t, partition: 1 }, of: other }';
  const other = '{ tombstone: group, of: other }';

  it('have an order within each group and none between them', async () => {
    expect(await verdictOf(both(`[tombstone, ${offset}, ${other}]`))).toBe('pass');
    expect(await verdictOf(both(`[${offset}, ${other}, tombstone]`))).toBe('pass');
    expect(await verdictOf(both(`[tombstone, ${other}, ${offset}]`))).toContain(
      'records of other[0].keyVersion',
    );
  });

  it('are all counted', async () => {
    expect(await verdictOf(both(`[${offset}, ${other}]`))).toContain(
      'records of group: expected 0 written since the last look, got 1',
    );
    expect(await verdictOf(both(`[tombstone, tombstone, ${offset}, ${other}]`))).toContain(
      'records of group: expected 2 written since the last look, got 1',
    );
  });
});

describe('A list', () => {
  const entry = (name: string) =>
    `{ groupId: ${name}, protocolType: { anything: true }, groupState: { anything: true }, groupType: { anything: true } }`;
  const listed = (containing: string, lacking: string) => `${LOADED}
  - Z: ListGroups
    expect: { groups: { containing: [${entry(containing)}], lacking: [${entry(lacking)}] } }
`;

  it('can be asked for what it has and for what it lacks at once', async () => {
    expect(await verdictOf(listed('other', 'third'))).toBe('pass');
    expect(await verdictOf(listed('third', 'nobody'))).toContain('it is not there');
    expect(await verdictOf(listed('group', 'other'))).toContain('it is there');
  });
});
