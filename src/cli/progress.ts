import yoctoSpinner from 'yocto-spinner';
import type { Verdict } from '../suite/verdict.js';

export interface Progress {
  update(done: number, total: number, verdict: Verdict): void;
  /** Says how far it is in other words. */
  say(text: string): void;
  stop(): void;
}

/** One line on standard error that says how far a run is; silent where nobody watches. */
export function startProgress(prefix: string): Progress {
  if (process.stderr.isTTY !== true) return { update() {}, say() {}, stop() {} };
  const spinner = yoctoSpinner({ text: `${prefix}preparing` }).start();
  let failed = 0;
  return {
    update(done, total, verdict) {
      if (verdict === 'fail' || verdict === 'error') failed++;
      spinner.text = `${prefix}${done}/${total}${failed > 0 ? `, ${failed} not passed` : ''}`;
    },
    say(text) {
      spinner.text = `${prefix}${text}`;
    },
    stop: () => {
      spinner.stop();
    },
  };
}
