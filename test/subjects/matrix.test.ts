import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, NO_CHROMIUM, startChromium } from '../../scripts/chromium.js';
import { isInstalled } from '../../scripts/subjects/nisshi.js';
import { SUBJECTS } from '../../scripts/subjects/subjects.js';
import { watchForTrouble } from '../browser/trouble.js';
import { runGroupspec } from './certify.js';
import { installedSubject, sayWhatIsMissing } from './installed.js';

/** Enough to tell the subjects apart; their certificates say more. */
const CASES = [
  'heartbeat/unknown-*',
  'describe/unknown-group',
  'delete',
  'join/new-dynamic-member',
];

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

const chromium = findChromium();
sayWhatIsMissing('the matrix of all subjects', chromium === null ? [NO_CHROMIUM] : []);

describe.skipIf(chromium === null)('The matrix of all subjects', () => {
  let directory: string;
  let page: string;
  const judged: string[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'groupspec-matrix-'));
    page = join(directory, 'matrix.html');
    const reports: string[] = [];
    for (const name of SUBJECTS.keys()) {
      // It compiles for minutes.
      if (name === 'nisshi' && !isInstalled()) continue;
      const report = join(directory, `${name}.json`);
      if (!(await judge(name, report))) continue;
      judged.push(name);
      reports.push(report);
    }
    if (reports.length > 0) {
      const { exitStatus, stderr } = await runGroupspec([
        'report',
        ...reports,
        '-r',
        `html=${page}`,
      ]);
      expect(exitStatus, stderr).toBe(0);
    }
  });

  afterAll(() => rmSync(directory, { recursive: true }));

  it.for(SIZES)(
    'shows each that is installed, at $width×$height',
    async ({ width, height }, { skip }) => {
      skip(judged.length === 0, 'no subject is installed');
      const browser = await startChromium(chromium ?? '');
      try {
        const context = await browser.open({ viewport: { width, height } });
        const shown = await context.newPage();
        const trouble = watchForTrouble(shown);
        await shown.goto(pathToFileURL(page).href);
        const matrix = shown.locator('table.matrix');
        await matrix.scrollIntoViewIfNeeded();
        expect(await matrix.locator('thead th').count()).toBe(judged.length);
        mkdirSync('screenshots', { recursive: true });
        await shown.screenshot({ path: `screenshots/subjects-${width}.png`, fullPage: true });
        expect(trouble).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});

/** Writes what comes of a subject; false where its tools are not installed. */
async function judge(name: string, report: string): Promise<boolean> {
  const kind = await installedSubject(name);
  if (kind === undefined) return false;
  const file = fileURLToPath(new URL(`../../implementations/${name}.yaml`, import.meta.url));
  const options = ['--implementation', file, '--no-deviations', '-r', 'json'];
  const subject = kind.spawnCommand === undefined ? await kind.start() : undefined;
  try {
    const adapter =
      subject === undefined ? `spawn:${await kind.spawnCommand?.()}` : `tcp:${subject.bootstrap}`;
    const ran = await runGroupspec(['run', ...CASES, '--adapter', adapter, ...options]);
    expect(JSON.parse(ran.stdout).results.length, ran.stderr).toBeGreaterThan(0);
    writeFileSync(report, ran.stdout);
    return true;
  } finally {
    await subject?.stop();
  }
}
