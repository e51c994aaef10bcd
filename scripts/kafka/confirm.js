// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createChildProcessAdapter } from '../../dist/src/adapter/child-process/index.js';
import { certify } from '../../dist/src/certify.js';
import { confirm } from '../../dist/src/gate/confirm.js';
import { CONFIRMATIONS_FILE, confirmationsText } from '../../dist/src/gate/confirmations.js';
import { owedBy } from '../../dist/src/gate/owed.js';
import { loadKit } from '../../dist/src/kit.js';
import { loadLedger } from '../../dist/src/spec/ledger.js';

const OK = 0;
const DIFFERS = 1;
/** A verdict that lasts must not hang on how busy the machine is. */
const ANSWERED_WITHIN_MS = 60_000;

/**
 * Writes cases/confirmed.json anew, unless a release does not pass a case that the ledger does not
 * excuse it from.
 * @param {readonly { version: string, profile: string, command: string }[]} releases
 * @returns {Promise<number>} exit status
 */
export async function confirmCases(releases) {
  const kit = loadKit(undefined, true);
  const excuses = loadLedger(kit.spec).flatMap(({ excused }) => excused);
  const judged = [];
  for (const { version, profile, command } of releases) {
    const report = await judge(kit, profile, command);
    const { pass, skip } = report.summary;
    console.log(`Apache Kafka ${version}: ${pass} results pass, ${skip} are skipped`);
    judged.push({ release: version, report });
  }
  const { byCase, objections } = confirm(kit.cases, judged, excuses, owedBy(kit));
  if (objections.length > 0) {
    console.error(`nothing is written:\n${objections.map((line) => `    ${line}`).join('\n')}`);
    return DIFFERS;
  }
  const path = CONFIRMATIONS_FILE();
  const text = confirmationsText(byCase);
  const upToDate = existsSync(path) && readFileSync(path, 'utf8') === text;
  if (!upToDate) writeFileSync(path, text);
  for (const { version } of releases) {
    const own = [...byCase.values()].filter((one) => one.releases.includes(version));
    console.log(`Apache Kafka ${version} has confirmed ${own.length} of ${kit.cases.length} cases`);
  }
  console.log(upToDate ? 'cases/confirmed.json: up to date' : 'wrote cases/confirmed.json');
  return OK;
}

/**
 * @param {import('../../dist/src/kit.js').Kit} kit
 * @param {string} profile
 * @param {string} command
 */
async function judge(kit, profile, command) {
  const adapter = createChildProcessAdapter({
    command,
    startTimeoutMs: ANSWERED_WITHIN_MS,
    callTimeoutMs: ANSWERED_WITHIN_MS,
  });
  try {
    return await certify(kit, adapter, { profile, exact: true });
  } finally {
    await adapter.close();
  }
}
