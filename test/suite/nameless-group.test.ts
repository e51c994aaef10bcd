import { describe, expect, it } from 'vitest';
import { loadKit } from '../../src/kit.js';
import { asksForNamelessGroup } from '../../src/suite/cases/nameless-group.js';
import { caseFiles } from '../fakes/case-files.js';

function asks(step: string): boolean {
  const text = `title: A request that names its groups\nrules: [HB-00]\nsteps:\n  - ${step}\n`;
  const [own] = loadKit(caseFiles({ 'own.yaml': text })).cases;
  if (own === undefined) throw new Error('there is no case');
  return asksForNamelessGroup(own.data);
}

describe('The group with the empty id, which all cases share,', () => {
  it.each([
    "A: Heartbeat\n    with: { groupId: '' }\n    expect: INVALID_GROUP_ID",
    "A: DescribeGroups\n    with: { groups: [group, ''] }\n    expect: parked",
    "A: DeleteGroups\n    with: { groupsNames: [''] }\n    expect: parked",
  ])('is asked for by %j', (step) => {
    expect(asks(step)).toBe(true);
  });

  it.each([
    "A: JoinGroup\n    with: { protocolType: '' }\n    expect: parked",
    "A: DeleteGroups\n    expect: { results: [{ groupId: '' }] }",
  ])('is not by %j', (step) => {
    expect(asks(step)).toBe(false);
  });
});
