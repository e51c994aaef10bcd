// @ts-check
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleave, timed } from './interleave.js';
import { alone, comparison } from './row.js';
import { spreadOf } from './statistics.js';

/** @import { Measured } from './benches.js' */

const GROUPSPEC = fileURLToPath(new URL('../../bin/groupspec', import.meta.url));
const HELP_WITHIN_MS = 150;
/** It takes seconds. */
const LIST_ROUNDS = 5;

/**
 * @param {number} rounds
 * @returns {Promise<Measured>}
 */
export async function measure(rounds) {
  const { nothing, help } = await interleave(
    {
      nothing: () => timed(() => node('-e', '0')),
      help: () => timed(() => node(GROUPSPEC, '--help')),
    },
    { rounds, warmUp: 1 },
  );
  const { list } = await interleave(
    { list: () => timed(() => node(GROUPSPEC, 'list')) },
    { rounds: Math.min(rounds, LIST_ROUNDS), warmUp: 0 },
  );
  return {
    rows: [
      {
        ...comparison('groupspec --help', 'ms', help, { name: 'node -e 0', times: nothing }, null),
        goal: {
          text: `under ${HELP_WITHIN_MS} ms`,
          held: spreadOf(help).median < HELP_WITHIN_MS,
        },
      },
      alone('groupspec list', 'ms', list),
    ],
    skipped: null,
  };
}

/** @param {readonly string[]} args */
function node(...args) {
  const { status, error } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw error ?? new Error(`node ${args.join(' ')} ends with ${status}`);
}
