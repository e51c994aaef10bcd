// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createChildProcessAdapter } from '../../dist/src/adapter/child-process/index.js';
import { createWireAdapter, parseWireAddress } from '../../dist/src/adapter/wire/index.js';
import { certify } from '../../dist/src/certify.js';
import { confirm } from '../../dist/src/gate/confirm.js';
import { CONFIRMATIONS_FILE, confirmationsText } from '../../dist/src/gate/confirmations.js';
import { owedBy } from '../../dist/src/gate/owed.js';
import { loadKit } from '../../dist/src/kit.js';
import { loadLedger } from '../../dist/src/spec/ledger.js';
import { KAFKA_SUBJECTS } from '../subjects/kafka-releases.js';
import { BROKER_RELEASES } from './releases.js';

const OK = 0;
const DIFFERS = 1;
/** A verdict that lasts must not hang on how busy the machine is. */
const ANSWERED_WITHIN_MS = 60_000;
/** Few cases side by side: time is real there. */
const BROKER_JOBS = 12;

/**
 * Writes cases/confirmed.json anew, unless a release does not pass a case that the ledger does not
 * excuse it from. Releases whose coordinator runs within a broker only are asked over the wire, for
 * the cases that no other can confirm.
 * @param {readonly { version: string, profile: string, command: string }[]} releases
 * @returns {Promise<number>} exit status
 */
export async function confirmCases(releases) {
  const kit = loadKit(undefined, true);
  const owed = owedBy(kit);
  const excuses = loadLedger(kit.spec).flatMap(({ excused }) => excused);
  /** @type {import('../../dist/src/gate/confirm.js').JudgedRelease[]} */
  const judged = [];
  /** @param {string} release @param {import('../../dist/src/report/report.js').Report} report */
  const add = (release, report) => {
    const { pass, skip } = report.summary;
    console.log(`Apache Kafka ${release}: ${pass} results pass, ${skip} are skipped`);
    judged.push({ release, report });
  };
  for (const { version, profile, command } of releases) {
    add(version, await judge(kit, profile, command));
  }
  for (const { version, profile } of BROKER_RELEASES) {
    const cases = kit.cases.filter((own) => owed(own).includes(version));
    add(version, await judgeBroker({ ...kit, cases }, version, profile));
  }
  const { byCase, objections } = confirm(kit.cases, judged, excuses, owed);
  if (objections.length > 0) {
    console.error(`nothing is written:\n${objections.map((line) => `    ${line}`).join('\n')}`);
    return DIFFERS;
  }
  const path = CONFIRMATIONS_FILE();
  const text = confirmationsText(byCase);
  const upToDate = existsSync(path) && readFileSync(path, 'utf8') === text;
  if (!upToDate) writeFileSync(path, text);
  for (const { release: version } of judged) {
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

/**
 * @param {import('../../dist/src/kit.js').Kit} kit
 * @param {string} version
 * @param {string} profile
 */
async function judgeBroker(kit, version, profile) {
  const kind = KAFKA_SUBJECTS.map(([, subject]) => subject).find((one) => one.version === version);
  if (kind === undefined) throw new Error(`scripts/subjects starts no Apache Kafka ${version}`);
  const broker = await kind.start();
  const adapter = createWireAdapter({
    ...parseWireAddress(`tcp:${broker.bootstrap}`),
    requestTimeoutMs: ANSWERED_WITHIN_MS,
  });
  try {
    return await certify(kit, adapter, { profile, exact: true, jobs: BROKER_JOBS });
  } finally {
    await adapter.close();
    await broker.stop();
  }
}
