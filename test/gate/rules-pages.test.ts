import { describe, expect, it } from 'vitest';
import { rulesPages } from '../../src/gate/rules-pages.js';
import { loadKitSpec } from '../../src/kit.js';
import type { Rule } from '../../src/spec/rule.js';

const { rules } = loadKitSpec().spec;
const known = (id: string) => rules.byId.get(id) as Rule;

const LATER: Rule = {
  ...known('HB-02'),
  title: 'Later is late',
  statement: 'What <JOIN-01> and HB-01 say,\n  and HB-02 itself, and NO-99.',
  quirk: true,
  freedom: 'Anything that HB-01 allows.',
  needs: ['clock'],
  observability: ['wire', 'records'],
  table: { columns: ['in', 'then'], rows: [['Stable | Empty', 'JOIN-01']] },
  // biome-ignore lint/suspicious/noThenProperty: rules have one.
  order: [{ when: 'it is late', then: 'NONE', rules: ['JOIN-01'] }],
  differs: [{ profile: 'kafka-3.9', since: '3.9.2', statement: 'Nothing.', cases: null }],
  sources: ['KIP-1', 'KIP-2'],
};

const own = { ...rules, families: rules.families.filter(({ family }) => family === 'HB') };
const family = { family: 'HB', title: 'Heartbeats', area: 'classic', rules: [LATER] } as const;

const caseOf = (file: string, ...cited: readonly string[]) => ({
  id: file.replace('cases/', '').replace('.yaml', ''),
  file,
  data: { title: `The claim of ${file}`, rules: cited, steps: [] },
});

const pages = rulesPages({
  rules: { ...own, families: [family] },
  cases: [
    caseOf('cases/heartbeat/late.yaml', 'HB-02'),
    caseOf('cases/generated/precedence/late.yaml', 'HB-02', 'JOIN-01'),
    caseOf('cases/join/other.yaml', 'JOIN-01'),
  ],
  mutants: [{ name: 'late_is_early', rules: ['JOIN-01', 'HB-02'] }],
  excuses: [
    { rule: 'HB-02', from: ['mutant'], reason: 'It is late.', problem: () => ({}) as never },
  ],
});

describe('The pages of the rules', () => {
  it('are an index and one for each family', () => {
    expect([...pages.keys()]).toEqual(['docs/rules/README.md', 'docs/rules/hb.md']);
  });

  it('count the rules, cases and mutants of each family', () => {
    expect(pages.get('docs/rules/README.md')).toContain(
      '\n| [HB](hb.md) | Heartbeats | 1 | 2 | 1 |\n',
    );
  });

  it('say all that the rule says, and what shows and breaks it', () => {
    expect(
      pages.get('docs/rules/hb.md'),
    ).toBe(`<!-- Made of spec/rules/hb.yaml, cases/ and mutants/ by npm run generate. -->
# HB: Heartbeats

[All rules](README.md)

- [HB-02](#hb-02) Later is late

## HB-02

**Later is late.** MUST, implementation-defined; shows on the wire and in records; needs clock.

What &lt;[JOIN-01](join.md#join-01)&gt; and [HB-01](#hb-01) say, and HB-02 itself, and NO-99.

1. it is late: NONE ([JOIN-01](join.md#join-01))

| in | then |
| --- | --- |
| Stable \\| Empty | [JOIN-01](join.md#join-01) |

*Tolerated:* Anything that [HB-01](#hb-01) allows.

*In kafka-3.9, since 3.9.2:* Nothing.

Sources: KIP-1; KIP-2.

Shown by

- [heartbeat/late](../../cases/heartbeat/late.yaml): The claim of cases/heartbeat/late.yaml
- and 1 generated case

Broken by

- \`late_is_early\`

No mutant: It is late.
`);
  });
});
