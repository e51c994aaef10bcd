import yoctoSpinner from 'yocto-spinner';
import type { Progress as ExplorationProgress } from '../explore/explore.js';
import type { Verdict } from '../suite/verdict.js';

export interface Progress {
  /**
   * @param verdict of what has just ended; null at the begin
   * @param left asked again and again, as time passes also where nothing ends; in ms, null while
   * nobody can know; absent: as the rate so far tells
   */
  update(done: number, total: number, verdict: Verdict | null, left?: () => number | null): void;
  /** Says how far it is in other words. */
  say(text: string): void;
  stop(): void;
}

/** No more often than this, in ms, the line is made anew: to tell the time left takes some. */
const TICK = 500;

/** One line on standard error that says how far a run is; silent where nobody watches. */
export function startProgress(prefix: string): Progress {
  if (process.stderr.isTTY !== true) return { update() {}, say() {}, stop() {} };
  const spinner = yoctoSpinner({ text: `${prefix}preparing` }).start();
  const startedAt = performance.now();
  let failed = 0;
  let words = () => 'preparing';
  let shownAt = 0;
  const show = () => {
    shownAt = performance.now();
    spinner.text = `${prefix}${words()}`;
  };
  // A timer may have to wait for long where the cases take no time.
  const showSoon = () => {
    if (performance.now() - shownAt >= TICK) show();
  };
  const timer = setInterval(show, TICK);
  return {
    update(
      done,
      total,
      verdict,
      left = () => leftByRate(done, total, performance.now() - startedAt),
    ) {
      if (verdict === 'fail' || verdict === 'error') failed++;
      words = () => progressWords({ done, total, failed, left: left() });
      showSoon();
    },
    say(text) {
      words = () => text;
      showSoon();
    },
    stop() {
      clearInterval(timer);
      spinner.stop();
    },
  };
}

export interface HowFar {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** In ms; null while nobody can know. */
  readonly left: number | null;
}

/** E.g. `132/1926, 4 not passed, 3 min left`. */
export function progressWords({ done, total, failed, left }: HowFar): string {
  return [
    `${done}/${total}`,
    ...(failed > 0 ? [`${failed} not passed`] : []),
    ...timeLeft(left),
  ].join(', ');
}

/** The same of an exploration, which begins no run after its time limit, in seconds. */
export function explorationWords(
  { runs, steps, failures }: ExplorationProgress,
  asked: { readonly runs: number; readonly timeLimit?: number },
  elapsedMs: number,
): string {
  const byRate = leftByRate(runs, asked.runs, elapsedMs);
  const byLimit = asked.timeLimit === undefined ? null : asked.timeLimit * 1000 - elapsedMs;
  const known = [byRate, byLimit].filter((ms) => ms !== null);
  return [
    `${runs}/${asked.runs} runs`,
    `${steps} steps`,
    ...(failures > 0 ? [`${failures} counterexamples`] : []),
    ...timeLeft(known.length === 0 ? null : Math.min(...known)),
  ].join(', ');
}

/** What the others will take if they take as long as those that are done; in ms. */
export function leftByRate(done: number, total: number, elapsedMs: number): number | null {
  return done === 0 ? null : Math.max(0, (elapsedMs / done) * (total - done));
}

/** No more exact than anybody can know; nothing where it is a matter of moments. */
export function timeLeft(ms: number | null): string[] {
  if (ms === null || ms < 1000) return [];
  const seconds = Math.round(ms / 1000);
  if (seconds < 100) return [`${seconds} s left`];
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return [`${minutes} min left`];
  return [`${Math.round(minutes / 60)} h left`];
}
