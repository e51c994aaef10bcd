import type { Choice } from '../../../reference/classic/choices.js';
import { AdapterError, type Configuration } from '../../adapter/adapter.js';
import type { Case, CaseData, CaseOrigin, StepData } from '../../suite/cases/case-types.js';
import type { CheckOptions } from '../../suite/cases/check-case.js';
import type { ExploredApi, Sequence } from '../sequence.js';
import { textOf } from './case-file.js';
import { claimOf, distinctTitle, rulesOf } from './head.js';
import { isJudgeable } from './real-time.js';
import { type SaidSteps, saySteps, type Take } from './say-steps.js';
import { referenceGround, type Stage, transcribe, UnplayableError } from './transcript.js';
import { draftedCase, type Outcome, readText, type Surroundings, tryCase } from './try-case.js';
import { UnwritableError } from './unwritable.js';
import { freeVersions } from './version-freedom.js';

export interface WriteOptions extends Stage {
  readonly known: CheckOptions;
  /** Null for a case that a person asked for. */
  readonly origin: CaseOrigin | null;
  /** What stands above the case, a line each. */
  readonly comments: readonly string[];
  /** Whether to say what is written to the log; such cases need a view of it. */
  readonly records: boolean;
  /** Index of the move that the case is about; absent: the last one. */
  readonly telling?: number;
  /** Rules that it is kept for. */
  readonly rules?: readonly string[];
  /** Rules that some profile has otherwise: a case that rests on one anywhere says so. */
  readonly otherwise: ReadonlySet<string>;
  /** Titles of other cases. */
  readonly titles?: ReadonlySet<string>;
  /** Path of the schema as the file has it; null for a file that is nowhere near it. */
  readonly schemaPath: string | null;
}

export interface WrittenCase {
  readonly text: string;
  readonly own: Case;
  readonly title: string;
  readonly rules: readonly string[];
}

const DELAY = 'group.initial.rebalance.delay.ms';

/**
 * Broker settings under which a time that only happens to be as long as another is another. They are
 * even, so that two halves are a whole.
 */
const OTHER_SETTINGS: Configuration = {
  [DELAY]: 3_516,
  'group.min.session.timeout.ms': 11_112,
  'offsets.commit.timeout.ms': 5_302,
  'offsets.retention.check.interval.ms': 610_006,
};

/** What else a broker may have in their place: what is longer than usual there is shorter here. */
const MORE_SETTINGS: readonly Configuration[] = [
  { [DELAY]: 0 },
  { [DELAY]: 1_000 },
  { 'group.min.session.timeout.ms': 100 },
  { 'offsets.commit.timeout.ms': 2_502 },
  { 'offsets.retention.check.interval.ms': 290_002 },
];

/** Names of groups are this much longer in some runs than in others. */
const LONG_TOKEN = 'long'.repeat(40);

const REAL_EPSILON = 300;
const LONGEST_IN_REAL_TIME = 60_000;

/**
 * A sequence as a case that holds on the reference, its expectations what the reference answers.
 * Throws UnwritableError with the reason where the format cannot say it.
 */
export async function caseOf(sequence: Sequence, options: WriteOptions): Promise<WrittenCase> {
  if (sequence.moves.length === 0) throw new UnwritableError('the sequence has no moves');
  const takes = await takesOf(sequence, options);
  const [first] = takes;
  if (first === undefined) throw new Error('the sequence has not been played');
  const said = saySteps(takes, {
    comparison: options.known.comparison,
    records: options.records,
  });
  const { transcript } = first;
  const telling = options.telling ?? transcript.entries.length - 1;
  const entry = transcript.entries[telling];
  if (entry === undefined) throw new UnwritableError('the sequence has no moves');
  const rules = rulesOf(transcript, telling, options.rules ?? [], options.otherwise);
  if (rules.length === 0) throw new UnwritableError('no rule is exercised by the step it is about');
  const claim = claimOf(entry, said.names, { advance: said.byEntry[telling]?.['advance'] });
  const title = distinctTitle(claim, rules, options.titles ?? new Set());
  const draft: CaseData = {
    title,
    rules,
    ...(options.origin === null ? {} : { origin: options.origin }),
    configuration: configurationOf(sequence, said, first.configuration),
    ...(Object.keys(said.members).length > 0 ? { members: said.members } : {}),
    steps: withoutIdleEnd(said.steps),
    versions: pinned(sequence, said.steps),
  };
  const bench = createBench(options, first.configuration);
  const settled = await bench.settle(draft);
  const swept = entry.move.kind === 'request' ? entry.move.api : lastApi(sequence, telling);
  const free = await bench.pin(
    await freeVersions(settled, sequence.versions, swept, (data) => bench.holds(data)),
  );
  const text = textOf(free, options);
  const { own, problems } = readText('written', text, options.known);
  if (own === null) throw new UnwritableError(`it would not be valid: ${problems.join('; ')}`);
  const outcome = await tryCase(own, options.known, bench.usual);
  if (outcome.kind !== 'held') throw new UnwritableError(outcome.reason);
  return { text, own, title, rules };
}

/** As it goes with the usual settings and, if it goes the same way, with others. */
async function takesOf(sequence: Sequence, options: WriteOptions): Promise<readonly Take[]> {
  const take = async (changed: Configuration): Promise<Take> => {
    const defaults = { ...options.defaults, ...changed };
    const ground = await referenceGround({ ...options, defaults });
    const transcript = await transcribe(ground, sequence);
    return { transcript, configuration: { ...defaults, ...sequence.configuration } };
  };
  try {
    const first = await take({});
    const other = await take(OTHER_SETTINGS);
    return wentAlike(first, other) ? [first, other] : [first];
  } catch (error) {
    if (!(error instanceof AdapterError || error instanceof UnplayableError)) throw error;
    throw new UnwritableError(error.message);
  }
}

function wentAlike(one: Take, other: Take): boolean {
  const shape = ({ transcript }: Take) =>
    transcript.entries.map(({ answers, records }) => [
      answers.map(({ request, answer }) => [request.requestId, answer.body['errorCode']]),
      records.length,
    ]);
  return JSON.stringify(shape(one)) === JSON.stringify(shape(other));
}

function configurationOf(
  { configuration }: Sequence,
  { settings }: SaidSteps,
  all: Configuration,
): Configuration {
  const relied = settings.map((name) => [name, all[name] ?? 0] as const);
  return { ...configuration, ...Object.fromEntries(relied) };
}

/** Time that passes in the end shows nothing where nobody waits. */
function withoutIdleEnd(steps: readonly StepData[]): readonly StepData[] {
  const last = steps.at(-1);
  if (last === undefined || !('advance' in last) || 'releases' in last) return steps;
  return withoutIdleEnd(steps.slice(0, -1));
}

function pinned({ versions }: Sequence, steps: readonly StepData[]): Record<string, string> {
  const used = steps.flatMap((step) =>
    Object.entries(step).filter(([key]) => /^[A-Z][0-9]?$/.test(key)),
  );
  return Object.fromEntries(
    used.map(([, api]) => [String(api), `${versions[api as ExploredApi]}`]),
  );
}

function lastApi({ moves }: Sequence, telling: number): ExploredApi | null {
  const last = moves.slice(0, telling).findLast((move) => move.kind === 'request');
  return last?.kind === 'request' ? last.api : null;
}

/** Where Kafka leaves a choice, the last legal one: what no case may rest on. */
function chooseLast({ legal }: Choice): string {
  const last = legal.at(-1);
  if (last === undefined) throw new Error('there is nothing to choose from');
  return last;
}

function createBench(options: WriteOptions, configuration: Configuration) {
  const usual: Surroundings = {
    configuration: options.defaults,
    clock: 'virtual',
    epsilon: REAL_EPSILON,
    configurable: true,
  };
  const attempt = async (data: CaseData, surroundings: Surroundings): Promise<Outcome> => {
    return tryCase(draftedCase(data), options.known, surroundings);
  };
  const changed = (settings: Configuration): Surroundings => ({
    ...usual,
    configuration: { ...options.defaults, ...settings },
  });

  /**
   * About the settings at hand only, as far as it does not hold with others. Throws UnwritableError
   * where it takes several others at once to break it.
   */
  const pin = async (data: CaseData): Promise<CaseData> => {
    const alone = Object.entries(OTHER_SETTINGS).map(([name, value]) => ({ [name]: value }));
    const own: Record<string, number> = {};
    for (const settings of [...alone, ...MORE_SETTINGS]) {
      const outcome = await attempt(data, changed(settings));
      if (outcome.kind !== 'broke') continue;
      for (const name of Object.keys(settings)) own[name] = configuration[name] ?? 0;
    }
    const pinned = { ...data, configuration: { ...own, ...data.configuration } };
    if ((await attempt(pinned, changed(OTHER_SETTINGS))).kind === 'broke') {
      throw new UnwritableError('it rests on several broker settings at once');
    }
    return pinned;
  };

  return {
    usual,

    async holds(data: CaseData): Promise<boolean> {
      return (await attempt(data, usual)).kind === 'held';
    },

    pin,

    /** Declares what the case cannot do without. Throws UnwritableError if it does not hold at all. */
    async settle(draft: CaseData): Promise<CaseData> {
      const first = await attempt(draft, usual);
      if (first.kind !== 'held') throw new UnwritableError(`the reference: ${first.reason}`);
      const chosen = await attempt(draft, { ...usual, choose: chooseLast });
      if (chosen.kind !== 'held') {
        throw new UnwritableError('it rests on a choice that Apache Kafka leaves open');
      }
      const long = await attempt(draft, { ...usual, runToken: LONG_TOKEN });
      if (long.kind !== 'held') {
        throw new UnwritableError('it rests on the length of the names of its groups');
      }
      const data = await pin(draft);
      const real = await attempt(data, { ...usual, clock: 'real', configurable: false });
      // Brokers that are certified often have shorter times (docs/certifying.md).
      const brisk = await attempt(data, {
        ...changed({ [DELAY]: 1_000, 'group.min.session.timeout.ms': 100 }),
        clock: 'real',
        configurable: false,
      });
      const judgeable = [real, brisk].every(
        (outcome) =>
          outcome.kind === 'skipped' ||
          (outcome.kind === 'held' &&
            outcome.longest <= LONGEST_IN_REAL_TIME &&
            outcome.timelines.every(isJudgeable)),
      );
      const short = await attempt(data, {
        ...changed({ [DELAY]: 0 }),
        clock: 'real',
        configurable: false,
      });
      return judgeable && short.kind !== 'broke' ? data : { ...data, needs: ['virtual-clock'] };
    },
  };
}
