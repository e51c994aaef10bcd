import { apiSchema } from '../../protocol/apis.js';
import type { CaseData } from '../../suite/cases/case-types.js';
import type { ExploredApi, Sequence } from '../sequence.js';

/** Whether a case holds as it is; asked at single versions, and of the whole. */
type Holds = (data: CaseData) => Promise<boolean>;

interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * The same case at as many versions as it holds at: the one that was played, and those around it.
 * `swept` gets a result for each version of its own.
 */
export async function freeVersions(
  data: CaseData,
  versions: Sequence['versions'],
  swept: ExploredApi | null,
  holds: Holds,
): Promise<CaseData> {
  const used = apisOf(data);
  const { versions: _played, ...open } = data;
  const pinned = Object.fromEntries(used.map((api) => [api, `${versions[api]}`]));
  const ranges = new Map<ExploredApi, Range>();
  for (const api of used) {
    const at = (version: number) =>
      holds({ ...data, versions: { ...pinned, [api]: `${version}` } });
    ranges.set(api, await rangeAround(apiSchema(api).versions, versions[api], at));
  }
  const sweep = swept !== null && used.includes(swept) ? { sweep: swept } : {};
  const free = { ...open, ...sweep, ...versionsData(ranges) };
  if (await holds(free)) return free;
  // Some versions only go together with others.
  const own = swept === null ? undefined : ranges.get(swept);
  if (swept !== null && own !== undefined) {
    const others = used.map((api) => [api, { min: versions[api], max: versions[api] }] as const);
    const only = { ...open, sweep: swept, ...versionsData(new Map([...others, [swept, own]])) };
    if (await holds(only)) return only;
  }
  return { ...open, versions: pinned };
}

async function rangeAround(
  all: Range,
  version: number,
  holds: (version: number) => Promise<boolean>,
): Promise<Range> {
  let { min, max } = { min: version, max: version };
  while (max < all.max && (await holds(max + 1))) max++;
  while (min > all.min && (await holds(min - 1))) min--;
  return { min, max };
}

function versionsData(ranges: ReadonlyMap<ExploredApi, Range>): Pick<CaseData, 'versions'> {
  const limited = [...ranges].flatMap(([api, { min, max }]) => {
    const all = apiSchema(api).versions;
    if (min <= all.min && max >= all.max) return [];
    if (max >= all.max) return [[api, `${min}+`]];
    return [[api, min === max ? `${min}` : `${min}-${max}`]];
  });
  return limited.length === 0 ? {} : { versions: Object.fromEntries(limited) };
}

function apisOf({ steps }: Pick<CaseData, 'steps'>): readonly ExploredApi[] {
  const used = new Set<ExploredApi>();
  for (const step of steps) {
    for (const [key, value] of Object.entries(step)) {
      if (/^[A-Z][0-9]?$/.test(key)) used.add(value as ExploredApi);
    }
  }
  return [...used].sort();
}
