import { expect, it } from 'vitest';
import { importStryker, instrument } from '../../src/mutation/instrument.js';

async function mutated(body: string): Promise<string[]> {
  const source = `export function decide(cite: Cite, shard: Shard, call: Call) {\n${body}\n}\n`;
  const { mutants } = await instrument(await importStryker(), new Map([['decide.ts', source]]));
  return mutants
    .map(({ original }) => original.replaceAll(/\s+/g, ' '))
    .filter((original) => !original.startsWith('{ '));
}

it.each([
  ['a citation', "shard.cite('JOIN-01');"],
  ['a choice of what to cite', "cite(call.old ? 'HB-02' : 'MAP-APPEND');"],
  ['a condition on citations alone', "if (call.size > 0 && !call.old) shard.cite('JOIN-01');"],
  ['a block of citations', "if (call.old) { cite('JOIN-01'); cite('JOIN-02'); }"],
  ['a function that only cites', "call.later(() => shard.cite('JOIN-01'));"],
])('Stryker makes no mutants of %s', async (_, code) => {
  expect(await mutated(`${code}\ncall.answer(1);`)).toEqual([]);
});

it('Stryker makes mutants of what stands beside a citation', async () => {
  expect(await mutated("if (call.old) { cite('JOIN-01'); return; }")).toContain('call.old');
  expect(await mutated("if (call.old) cite('JOIN-01'); else call.answer(1);")).toContain(
    'call.old',
  );
  expect(await mutated("return refuse(call, 'JOIN-01', 'NOT_COORDINATOR');")).toEqual([
    "'NOT_COORDINATOR'",
  ]);
  expect(await mutated('if (call.old) return shard.cite("SYNC-05");')).toContain('call.old');
});
