import { describe, expect, it } from 'vitest';
import type { Implementation } from '../../src/adapter/adapter.js';
import { type ApiName, messageCatalog } from '../../src/protocol/apis.js';
import { loadComparison } from '../../src/spec/comparison.js';
import { parseYamlSource } from '../../src/spec/yaml-source.js';
import { readCase } from '../../src/suite/cases/load-cases.js';
import { loadOpenings } from '../../src/suite/cases/openings.js';
import { expandCase } from '../../src/suite/expand/expand.js';

const DEFAULTS = {
  'group.initial.rebalance.delay.ms': 3000,
  'group.min.session.timeout.ms': 6000,
  'group.max.session.timeout.ms': 1_800_000,
  'group.max.size': 2_147_483_647,
};

function caseOf(text: string) {
  const { own, found } = readCase('a/case', parseYamlSource('case.yaml', text), loadOpenings(), {
    ruleIds: new Set(['JOIN-03']),
    errorNames: new Set(['NONE', 'UNKNOWN_MEMBER_ID']),
    configurationNames: new Set(Object.keys(DEFAULTS)),
    profileNames: new Set(['kafka-latest']),
    comparison: loadComparison(messageCatalog()),
  });
  expect(found).toEqual([]);
  if (own === null) throw new Error('the case is not valid');
  return own;
}

function expand(
  text: string,
  apis: Partial<Record<ApiName, [number, number]>>,
  implementation: Partial<Implementation> = {},
) {
  return expandCase(caseOf(text), {
    implementation: {
      name: 'made up',
      apis: new Map(
        Object.entries(apis).map(([api, [min, max]]) => [api as ApiName, { min, max }]),
      ),
      configuration: {},
      capabilities: new Set(),
      clock: 'real',
      isolated: false,
      ...implementation,
    },
    configuration: { ...DEFAULTS, ...implementation.configuration },
    epsilon: 300,
    profile: 'kafka-latest',
    exact: false,
    otherwise: () => undefined,
    runToken: 'x',
  });
}

const idsOf = (expanded: ReturnType<typeof expand>) =>
  expanded.kind === 'runs' ? expanded.expansions.map(({ id }) => id) : expanded.skipped.reason;

const HEARTBEAT = `
title: a heartbeat of nobody is refused
rules: [JOIN-03]
sweep: Heartbeat
steps:
  - A: Heartbeat
    with: { memberId: nobody, generationId: 1 }
    expect: UNKNOWN_MEMBER_ID
`;

const STATIC = `
title: a static member joins a stable group
rules: [JOIN-03]
sweep: JoinGroup
members: { B: { groupInstanceId: b } }
given: { stable: [A] }
steps:
  - B: JoinGroup
    expect: parked
`;

describe('expansion', () => {
  it('gives every advertised version of the swept API a result of its own', () => {
    expect(idsOf(expand(HEARTBEAT, { Heartbeat: [1, 3] }))).toEqual([
      'a/case@Heartbeat.v1',
      'a/case@Heartbeat.v2',
      'a/case@Heartbeat.v3',
    ]);
  });

  it('asks for no version that Kafka does not have', () => {
    expect(idsOf(expand(HEARTBEAT, { Heartbeat: [4, 5] }))).toEqual(['a/case@Heartbeat.v4']);
  });

  it('runs every other API at its highest version', () => {
    const expanded = expand(STATIC, { JoinGroup: [0, 6], SyncGroup: [0, 3] });
    const versions =
      expanded.kind === 'runs' ? expanded.expansions.map((one) => [...one.versions]) : [];
    expect(versions).toEqual([
      [
        ['JoinGroup', 5],
        ['SyncGroup', 3],
      ],
      [
        ['JoinGroup', 6],
        ['SyncGroup', 3],
      ],
    ]);
  });

  it('skips with the version that a static member needs', () => {
    expect(idsOf(expand(STATIC, { JoinGroup: [0, 4], SyncGroup: [0, 3] }))).toBe(
      'it needs JoinGroup 5+; the implementation serves 0-4',
    );
  });

  it('skips with the API that is missing', () => {
    expect(idsOf(expand(STATIC, { JoinGroup: [0, 9] }))).toBe(
      'the implementation does not serve SyncGroup',
    );
  });

  it('skips with the capability that is missing', () => {
    const text = `${HEARTBEAT}  - records: []\n`;
    expect(idsOf(expand(text, { Heartbeat: [0, 4] }))).toBe(
      'the adapter lacks a view of the records',
    );
  });

  it('says the same of the same lack, whatever the order in which it is needed', () => {
    for (const needs of ['reload, held-commits', 'held-commits, reload']) {
      expect(idsOf(expand(`needs: [${needs}]\n${HEARTBEAT}`, { Heartbeat: [0, 4] }))).toBe(
        'the adapter lacks a way to hold commits and a way to unload and load its groups',
      );
    }
  });

  const SIZED = `configuration: { group.max.size: 4 }${HEARTBEAT}`;

  it('skips where a setting differs and says whether that is known or assumed', () => {
    expect(idsOf(expand(SIZED, { Heartbeat: [0, 0] }))).toBe(
      'it needs group.max.size=4, which is taken to be 2147483647 here',
    );
    const known = { configuration: { 'group.max.size': 3 } };
    expect(idsOf(expand(SIZED, { Heartbeat: [0, 0] }, known))).toBe(
      'it needs group.max.size=4, which is 3 here',
    );
  });

  it('asks an adapter that can be configured for what the case needs', () => {
    const capable = { capabilities: new Set(['configure'] as const) };
    const expanded = expand(SIZED, { Heartbeat: [0, 0] }, capable);
    expect(expanded.kind === 'runs' && expanded.expansions[0]?.configuration).toEqual({
      'group.max.size': 4,
    });
  });

  it('skips a session timeout that the implementation would refuse', () => {
    const text = STATIC.replace('groupInstanceId: b', 'sessionTimeout: minSessionTimeout - 1');
    expect(idsOf(expand(text, { JoinGroup: [0, 9], SyncGroup: [0, 5] }))).toBe(
      "B's session timeout would be 5999 ms; the implementation takes 6000 to 1800000",
    );
  });

  it('skips where the initial delay is too short for a step before its end', () => {
    const text = STATIC.replace('parked', 'parked\n  - advance: initialRebalanceDelay - ε');
    const noDelay = { configuration: { 'group.initial.rebalance.delay.ms': 0 } };
    expect(idsOf(expand(text, { JoinGroup: [0, 9], SyncGroup: [0, 5] }, noDelay))).toBe(
      "'initialRebalanceDelay - ε' would be -300 ms: times are too short here to be told apart",
    );
  });
});
