// @ts-check
/*
 * How fast groupspec is, beside what else there is, in one run:
 *
 *     node scripts/bench/run.js [--only NAME[,NAME]] [--rounds N] [--json FILE]
 *
 * docs/performance.md says how to read it. Exits with 0 whether goals are held or not, 2 when
 * something could not be measured though its tools are there, 3 when the command line is wrong.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { BENCHES } from './benches.js';
import { table } from './table.js';

/** @import { Bench } from './benches.js' */
/** @import { Row } from './row.js' */

const ROUNDS = 15;
const FAULT = 2;
const USAGE = 3;

process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} args @returns {Promise<number>} exit status */
async function main(args) {
  const asked = readArguments(args);
  if (typeof asked === 'string') {
    const names = BENCHES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`);
    console.error(
      `${asked}\nusage: node scripts/bench/run.js [--only NAME[,NAME]] [--rounds N] [--json FILE]\n${names.join('\n')}`,
    );
    return USAGE;
  }
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[]} */
  const skipped = [];
  for (const { name, load } of asked.benches) {
    console.error(`measures ${name}`);
    try {
      const { measure } = await load();
      const measured = await measure(asked.rounds);
      rows.push(...measured.rows);
      if (measured.skipped !== null) skipped.push(`${name}: ${measured.skipped}`);
    } catch (error) {
      console.error(
        `${name} could not be measured: ${error instanceof Error ? error.message : error}`,
      );
      return FAULT;
    }
  }
  const { version, arch } = process;
  const machine = { node: version, architecture: arch, processors: availableParallelism() };
  process.stdout.write(table(rows));
  console.log(`Medians (lower–upper quartile) of ${asked.rounds} rounds or fewer.`);
  for (const reason of skipped) console.log(`SKIPPED ${reason}`);
  if (asked.json !== undefined) {
    const text = JSON.stringify({ machine, rounds: asked.rounds, rows, skipped }, null, 2);
    writeFileSync(asked.json, `${text}\n`);
  }
  return 0;
}

/**
 * @param {string[]} args
 * @returns {{ benches: readonly Bench[], rounds: number, json: string | undefined } | string} or what is
 *   wrong with them
 */
function readArguments(args) {
  const text = { type: /** @type {const} */ ('string') };
  let values;
  try {
    ({ values } = parseArgs({ args, options: { only: text, rounds: text, json: text } }));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const only = values.only?.split(',');
  const unknown = only?.find((name) => !BENCHES.some((bench) => bench.name === name));
  if (unknown !== undefined) return `--only: nothing that is measured is called '${unknown}'`;
  const rounds = Number(values.rounds ?? ROUNDS);
  if (!(Number.isInteger(rounds) && rounds > 0)) return '--rounds: a positive integer is needed';
  return {
    benches: BENCHES.filter(({ name }) => only === undefined || only.includes(name)),
    rounds,
    json: values.json,
  };
}
