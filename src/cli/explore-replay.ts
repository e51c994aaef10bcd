import { InvalidArgumentError } from 'commander';
import pc from 'picocolors';
import { groundOf } from '../explore/explore.js';
import { excuseOf, type Failure, failureOf } from '../explore/failure.js';
import { prettyFailure } from '../explore/pretty.js';
import { exitCodeOfFailure, reportFailure } from '../explore/report.js';
import { replay } from '../explore/run.js';
import { decodeToken, TokenError } from '../explore/token.js';
import { jsonText } from '../report/json.js';
import { EXIT } from './exit-codes.js';
import type { ExploreCommandOptions, Settings, Show } from './explore-settings.js';

/** Plays one sequence instead of exploring. */
export async function replayOne(
  settings: Settings,
  options: ExploreCommandOptions,
  show: Show,
  word: string,
): Promise<number> {
  const ground = groundOf(settings);
  const played = await replay(ground, decodeToken(word), 'replay');
  const failure: Failure | null = failureOf(played, played.steps.length);
  const excuse = failure === null ? null : excuseOf(played, settings);
  if (failure === null || excuse !== null) {
    const { length } = played.steps;
    const amount = `in ${length} ${length === 1 ? 'step' : 'steps'}`;
    const message =
      excuse === null
        ? `no divergence of ${settings.implementation.name} ${amount}`
        : `${settings.implementation.name} differs as it may ${amount}: ${excuse.kind === 'quirk' ? `${excuse.rule} is implementation-defined` : `Apache Kafka's fault ${excuse.fault}`}`;
    await show(({ name }) =>
      name === 'json' ? jsonText({ failure: null, excuse }) : `${message}\n`,
    );
    return EXIT.ok;
  }
  const reported = reportFailure(failure);
  const replayWith = replayWords(options);
  await show(({ name }, color) =>
    name === 'json'
      ? jsonText({ failure: reported })
      : `${prettyFailure(reported, { replayWith }, pc.createColors(color)).join('\n')}\n`,
  );
  return exitCodeOfFailure(reported);
}

/** What makes a replay what the exploration was. */
export function replayWords(options: ExploreCommandOptions): readonly string[] {
  return [
    ...(options.implementation === undefined ? [] : ['--implementation', options.implementation]),
    '--adapter',
    options.adapter,
    ...(options.exact === true ? ['--exact'] : []),
    ...(options.kafkaFaults === true ? ['--kafka-faults'] : []),
    ...(options.mutant === undefined ? [] : ['--mutant', options.mutant]),
    ...options.config.flatMap((setting) => ['--config', setting]),
  ];
}

/** Throws InvalidArgumentError: a damaged token is noticed before anything is started. */
export function token(word: string): string {
  try {
    decodeToken(word);
    return word;
  } catch (error) {
    if (error instanceof TokenError) throw new InvalidArgumentError(`${error.message}.`);
    throw error;
  }
}
