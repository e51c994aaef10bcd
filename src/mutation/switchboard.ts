/**
 * The global through which code that Stryker has instrumented asks which mutant is on, and tells
 * which ones it came by (INSTRUMENTER_CONSTANTS of @stryker-mutator/api).
 */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { readonly static: Counts; readonly perTest: Record<string, Counts> };
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** How often each mutant was come by, by its id. */
export type Counts = Readonly<Record<string, number>>;

/** Instrumented code says so when the mutant that is on was come by more often than allowed. */
export const HIT_LIMIT_REACHED = 'Stryker: Hit count limit reached';

const place = globalThis as { __stryker__?: Switchboard };

function switchboard(): Switchboard {
  place.__stryker__ ??= {};
  return place.__stryker__;
}

export interface Reach {
  /** Come by while modules were evaluated: what is on then is felt in every case. */
  readonly atLoad: Counts;
  readonly byCase: Readonly<Record<string, Counts>>;
}

/** Switches all mutants off and begins to count. Code has to be evaluated after this. */
export function beginCounting(): Reach {
  const counts = { static: {}, perTest: {} };
  Object.assign(switchboard(), {
    activeMutant: undefined,
    currentTestId: undefined,
    hitCount: undefined,
    mutantCoverage: counts,
  });
  return { atLoad: counts.static, byCase: counts.perTest };
}

export function countFor(caseId: string): void {
  switchboard().currentTestId = caseId;
}

/** Code has to be evaluated after this. */
export function switchOn(mutant: string, hitLimit: number): void {
  Object.assign(switchboard(), { activeMutant: mutant, currentTestId: undefined, hitLimit });
  allowHits();
}

/** The limit counts from here. */
export function allowHits(): void {
  switchboard().hitCount = 0;
}
