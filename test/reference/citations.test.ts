import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadExcuses } from '../../src/gate/excuses.js';
import { loadRules } from '../../src/spec/rules.js';
import { type Scenario, SESSION, scenario } from './scenario.js';

const { rules } = loadRules();
const ids = new Set(rules.map(({ id }) => id));
const excused = new Set(loadExcuses(ids).map(({ rule }) => rule));

const SOURCES = readdirSync('reference', { recursive: true })
  .map((name) => join('reference', String(name)))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(path, 'utf8'));

/** Ids in code, where they are told, and not those that only comments speak of. */
const CITED = new Set(
  SOURCES.filter((text) => !text.includes('export type RuleId'))
    .flatMap((text) => [...codeOf(text).matchAll(/'([A-Z]+-(?:\d+|APPEND|SERVICE))'/g)])
    .map(([, id = '']) => id),
);

/** Without what its load has told: that the cleanup timer was set. */
function loadedScenario(): Scenario {
  const s = scenario();
  expect(s.takeRules()).toEqual(['TIMER-05']);
  return s;
}

function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
}

describe('The reference', () => {
  it('cites no rule that does not exist, in code or in comments', () => {
    const mentioned = SOURCES.flatMap((text) => text.match(/\b(?!UTF-)[A-Z]+-\d\d\b/g) ?? []);
    expect(mentioned.length).toBeGreaterThan(100);
    expect([...CITED, ...mentioned].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('tells every rule of classic groups that can be seen from outside and has no excuse', () => {
    const owed = rules.filter(
      ({ id, area, observability }) =>
        area === 'classic' && !excused.has(id) && observability.some((how) => how !== 'in-process'),
    );
    const missing = owed.map(({ id }) => id).filter((id) => !CITED.has(id));
    expect(missing).toEqual([]);
  });
});

describe('What the reference tells is, in order,', () => {
  it('the one guard that refuses a request, and none that lets it pass', () => {
    const s = loadedScenario();
    s.join({ memberId: 'nobody' });
    expect(s.takeRules()).toEqual([
      'SVC-00',
      'TYPE-01',
      'JOIN-00',
      'JOIN-01',
      'WIRE-01',
      'WIRE-02',
    ]);
    s.join({ groupId: '', sessionTimeoutMs: 1 });
    expect(s.takeRules()).toEqual(['SVC-00', 'SVC-03', 'WIRE-01', 'WIRE-02']);
  });

  it('all that a first join without an id does: an id is handed out, its timer starts, a group is recorded', () => {
    const s = loadedScenario();
    s.join();
    expect(s.takeRules()).toEqual([
      ...['SVC-00', 'TYPE-01', 'JOIN-00', 'MEMBER-06'],
      ...['MEMBER-01', 'MEMBER-03', 'EXPIRE-01', 'JOIN-03', 'WIRE-01', 'WIRE-02'],
      ...['JOIN-13', 'RECORD-02', 'RECORD-01'],
    ]);
  });

  it('one rule for a heartbeat of a stable group and another for one that prepares', () => {
    const s = scenario();
    const [memberId = ''] = s.stable({}, {});
    s.takeRules();
    s.heartbeat({ memberId });
    expect(s.takeRules()).toEqual(['SVC-00', 'HB-00', 'HB-03', 'EXPIRE-01', 'TIMER-01', 'HB-06']);
    s.join({ version: 3 });
    s.takeRules();
    s.heartbeat({ memberId });
    expect(s.takeRules()).toEqual(['SVC-00', 'HB-00', 'HB-02', 'EXPIRE-01', 'TIMER-01', 'HB-06']);
  });

  it('how the last member expires and leaves an empty group behind', () => {
    const s = scenario();
    s.stable({});
    s.takeRules();
    s.advance(SESSION);
    expect(s.takeRules()).toEqual([
      ...['RT-08', 'TIMER-02', 'EXPIRE-03', 'STATE-06'],
      ...['PREP-01', 'PREP-02', 'MEMBER-04', 'COMPLETE-01'],
      ...[
        'COMPLETE-05',
        'STATE-03',
        'STATE-05',
        'MEMBER-11',
        'RECORD-03',
        'RECORD-01',
        'EXPIRE-08',
      ],
    ]);
  });

  it('that a failed append of assignments is mapped once, and not by the service as well', () => {
    const s = scenario();
    const first = s.join({ version: 3 });
    s.advance(10_000);
    const { memberId = '' } = first.response ?? {};
    s.takeRules();
    s.coordinator.log.failNextAppend('NOT_ENOUGH_REPLICAS');
    s.sync({ memberId });
    const told = s.takeRules();
    expect(told.filter((rule) => rule.startsWith('MAP-'))).toEqual(['MAP-APPEND']);
    const steps = ['SYNC-03', 'RECORD-04', 'RT-04', 'SYNC-06', 'MAP-APPEND', 'WIRE-03', 'PREP-01'];
    expect(told.filter((rule, at) => steps.includes(rule) && told.indexOf(rule) === at)).toEqual(
      steps,
    );
  });
});
