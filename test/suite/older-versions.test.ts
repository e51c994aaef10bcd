import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/adapter/adapter.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import { type ApiName, apiSchema } from '../../src/protocol/apis.js';
import { announcing } from '../fakes/wrong-adapters.js';

/**
 * An implementation may serve old versions only of whatever it likes. APIs that a case does not
 * sweep then run at these, and what its expectations rest on may not be there: a member of
 * JoinGroup 0 has no rebalance timeout of its own, a Heartbeat 2 no instance id. Such a case has
 * to say which versions it needs, or it blames an implementation that is right.
 */
const kit = loadKit();
const reference = createReferenceAdapter(kit.defaults);

async function serving(api: ApiName, max: number): Promise<Adapter> {
  const apis = new Map((await reference.describe()).apis);
  // One version of each is enough here: how cases sweep theirs is seen everywhere else.
  for (const [name, range] of apis) apis.set(name, { min: range.max, max: range.max });
  apis.set(api, { min: max, max });
  return announcing(reference, { apis });
}

const APIS: readonly ApiName[] = [
  'JoinGroup',
  'SyncGroup',
  'Heartbeat',
  'LeaveGroup',
  'DescribeGroups',
  'ListGroups',
  'DeleteGroups',
];

const OLDER = APIS.flatMap((api) => {
  const { min, max } = apiSchema(api).versions;
  return Array.from({ length: max - min }, (_, index) => ({ api, version: min + index }));
});

describe('No case blames a right implementation', () => {
  it.each(OLDER)('that serves only version $version of $api', async ({ api, version }) => {
    const cases = kit.cases.filter((own) => own.apis.has(api) && own.data.sweep !== api);
    const report = await certify(kit, await serving(api, version), { cases });
    const blamed = report.results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skip');
    expect(
      blamed.map(({ id, reason, failure }) => `${id}: ${failure?.summary ?? reason}`),
      `say in these cases 'versions: { ${api}: ${version + 1}+ }', or from where on they hold`,
    ).toEqual([]);
  });
});
