import { AdapterError } from '../../adapter/adapter.js';
import type { CheckOptions } from '../../suite/cases/check-case.js';
import { THEMES } from '../plan/themes.js';
import { type Ground, playRun } from '../run.js';
import type { Sequence } from '../sequence.js';
import { caseOf, type WriteOptions, type WrittenCase } from '../write-case/case-of.js';
import { namingOnce } from '../write-case/repeated-names.js';
import {
  createScribe,
  type Entry,
  referenceGround,
  type Stage,
  type Transcript,
  transcribe,
  UnplayableError,
} from '../write-case/transcript.js';
import { UnwritableError } from '../write-case/unwritable.js';
import { withEpilogue } from './epilogue.js';
import { type Feature, featuresOf, isRuleOrPair, reaches, rulesAmong } from './features.js';
import { fileNameOf } from './file-name.js';
import { minimise } from './minimise.js';

export interface GenerateOptions extends Stage {
  readonly known: CheckOptions;
  readonly seed: number;
  /** What makes the same files again. */
  readonly command: string;
  readonly runs: number;
  /** Moves of a run at most. */
  readonly steps: number;
  /** Cases at most. */
  readonly most: number;
  /** Rules that some profile has otherwise. */
  readonly otherwise: ReadonlySet<string>;
  /** Whether a breach of a rule shows in the log only. */
  readonly showsInLog: (rule: string) => boolean;
  readonly schemaPath: string | null;
  readonly onRun?: (done: number, total: number, kept: number) => void;
}

export interface Generated {
  /** Texts by the names of their files, in the order in which they were found. */
  readonly files: ReadonlyMap<string, string>;
  readonly features: ReadonlySet<Feature>;
  /** How often which reason kept a sequence from being a case. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Tries at making one sequence smaller. */
const MOST_TRIES = 400;

/** Steps that reach something new, in one case: more of them make it long, fewer make many cases. */
const TELLING_STEPS = 4;

/** A feature that so many sequences could not show as a case is given up. */
const MOST_REFUSALS = 3;

/**
 * Cases that together reach all that the runs reach: each is cut where it reaches something new and
 * made as small as it goes. Depends on its options only.
 */
export async function generateCases(options: GenerateOptions): Promise<Generated> {
  const ground = { ...(await referenceGround(options)), seed: options.seed };
  const search = createSearch(options, ground);
  // What there is little of comes first, so that it is in whatever the limit leaves.
  for (const wanted of [isRuleOrPair, () => true]) {
    for (let run = 0; run < options.runs && !search.isFull(); run++) {
      await search.look(run, wanted);
      options.onRun?.(run + 1, options.runs, search.files.size);
    }
  }
  return search;
}

function createSearch(options: GenerateOptions, ground: Ground) {
  const files = new Map<string, string>();
  const features = new Set<Feature>();
  const refused = new Map<string, number>();
  const refusals = new Map<Feature, number>();
  const titles = new Set<string>();
  const highest = highestVersions(ground);

  const play = async (sequence: Sequence): Promise<Transcript | null> => {
    try {
      return await transcribe(ground, sequence);
    } catch (error) {
      if (error instanceof AdapterError || error instanceof UnplayableError) return null;
      throw error;
    }
  };

  const isNew = (feature: Feature) =>
    !features.has(feature) && (refusals.get(feature) ?? 0) < MOST_REFUSALS;

  async function stillReaches(sequence: Sequence, target: readonly Feature[]): Promise<boolean> {
    const played = await play(sequence);
    if (played === null) return false;
    const reached = reaches(played.entries);
    return target.every((feature) => reached.has(feature));
  }

  /** The smallest sequence found that still reaches all of these. */
  async function smallest(sequence: Sequence, target: readonly Feature[]): Promise<Sequence> {
    return minimise(sequence, highest, (candidate) => stillReaches(candidate, target), MOST_TRIES);
  }

  async function keep(found: Sequence, target: readonly Feature[]): Promise<void> {
    const plain = namingOnce(found);
    const small = await smallest((await stillReaches(plain, target)) ? plain : found, target);
    const played = await play(small);
    if (played === null) return;
    const outcome = await write(played, target);
    if (typeof outcome === 'string') {
      refused.set(outcome, (refused.get(outcome) ?? 0) + 1);
      for (const feature of target) refusals.set(feature, (refusals.get(feature) ?? 0) + 1);
      return;
    }
    const { written, reached } = outcome;
    titles.add(written.title);
    files.set(fileNameOf(written, new Set(files.keys())), written.text);
    for (const feature of [...reaches(played.entries), ...reached]) features.add(feature);
  }

  /**
   * The same with half a session before what it is about, so that whose session is renewed by it
   * shows. Null where it is something else then.
   */
  async function later(
    { sequence }: Transcript,
    telling: number,
    target: readonly Feature[],
  ): Promise<Transcript | null> {
    const { moves } = sequence;
    const wait = { kind: 'advance', by: { duration: 'sessionTimeout / 2' } } as const;
    if (telling === 0 || moves[telling]?.kind !== 'request') return null;
    const slower = await play({ ...sequence, moves: moves.toSpliced(telling, 0, wait) });
    if (slower === null) return null;
    const reached = reaches(slower.entries);
    return target.every((feature) => reached.has(feature)) ? slower : null;
  }

  /** The case, or why there is none. */
  async function write(
    played: Transcript,
    target: readonly Feature[],
  ): Promise<{ readonly written: WrittenCase; readonly reached: ReadonlySet<Feature> } | string> {
    const telling = tellingEntry(played.entries, target);
    const rules = rulesAmong(target);
    const told = played.entries[telling]?.rules ?? [];
    const own = {
      ...options,
      origin: { seed: options.seed },
      comments: [`Generated: ${options.command}. What it expects is what the reference answers.`],
      records: needsLog(played, rules, options),
      rules: rules.filter((rule) => told.includes(rule)),
      titles,
    };
    const slower = await later(played, telling, target);
    let reason = '';
    for (const one of slower === null ? [played] : [slower, played]) {
      try {
        const sequence = await withEpilogue(one, play);
        const telling = tellingEntry(one.entries, target);
        const written = await withLog(sequence, { ...own, telling });
        const whole = await play(sequence);
        return { written, reached: reaches((whole ?? one).entries) };
      } catch (error) {
        if (!(error instanceof UnwritableError)) throw error;
        reason = error.message;
      }
    }
    return reason;
  }

  return {
    files,
    features,
    refused,
    isFull: () => files.size >= options.most,

    /** Goes through a run and keeps what reaches anything new. */
    async look(run: number, wanted: (feature: Feature) => boolean): Promise<void> {
      const scribe = createScribe();
      const theme = THEMES[run % THEMES.length];
      if (theme === undefined) throw new Error('there are no themes');
      const { sequence } = await playRun(ground, { run, steps: options.steps, theme, ...scribe });
      let target: Feature[] = [];
      let telling = 0;
      for (const [index, entry] of scribe.entries.entries()) {
        if (files.size >= options.most) return;
        const found = featuresOf(entry).filter(
          (feature) => wanted(feature) && isNew(feature) && !target.includes(feature),
        );
        if (found.length > 0) {
          target.push(...found);
          telling++;
        }
        const isLast = index === scribe.entries.length - 1;
        if (target.length === 0 || (telling < TELLING_STEPS && !isLast)) continue;
        await keep({ ...sequence, moves: sequence.moves.slice(0, index + 1) }, target);
        target = [];
        telling = 0;
      }
    },
  };
}

/** Whoever has a virtual clock can show the log, too: where a case needs one, it says what is in it. */
async function withLog(sequence: Sequence, options: WriteOptions): Promise<WrittenCase> {
  const written = await caseOf(sequence, options);
  if (options.records || !written.own.needs.has('virtual-clock')) return written;
  try {
    return await caseOf(sequence, { ...options, records: true });
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    return written;
  }
}

/** The last step that reaches any of what the sequence is kept for. */
function tellingEntry(entries: readonly Entry[], target: readonly Feature[]): number {
  const index = entries.findLastIndex((entry) =>
    featuresOf(entry).some((feature) => target.includes(feature)),
  );
  return Math.max(index, 0);
}

/** A view of the log costs a case all implementations that show none. */
function needsLog(
  { entries }: Transcript,
  rules: readonly string[],
  { showsInLog }: GenerateOptions,
): boolean {
  return entries.some(({ move }) => move.kind === 'control') || rules.some(showsInLog);
}

function highestVersions({ implementation }: Ground): Sequence['versions'] {
  const all = [...implementation.apis].map(([api, { max }]) => [api, max]);
  return Object.fromEntries(all) as Sequence['versions'];
}
