// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createReferenceAdapter } from '../../dist/src/adapter/reference/index.js';
import { certify } from '../../dist/src/certify.js';
import { loadKit } from '../../dist/src/kit.js';
import { htmlReport } from '../../dist/src/report/html/html-report.js';
import { findChromium, NO_CHROMIUM, startChromium } from '../chromium.js';
import { alone } from './row.js';
import { spreadOf } from './statistics.js';

/** @import { Page } from 'playwright-core' */
/** @import { Measured } from './benches.js' */
/** @import { Row } from './row.js' */

const RESULTS = 5_000;
const LIMIT = 1_000;
/** One in so many results fails, and is drawn when it is opened. */
const FAILING = 10;
/** Each opens the page anew. */
const ROUNDS = 7;

/**
 * From the beginning of navigation until the page is loaded and painted; from the event of the form
 * until the second frame after it.
 * @param {number} rounds
 * @returns {Promise<Measured>}
 */
export async function measure(rounds) {
  const path = findChromium();
  if (path === null) return { rows: [], skipped: NO_CHROMIUM };
  const directory = mkdtempSync(join(tmpdir(), 'groupspec-bench-'));
  const file = join(directory, 'report.html');
  writeFileSync(file, await largePage());
  const browser = await startChromium(path);
  try {
    const context = await browser.open({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    /** @type {Record<'opened' | 'words' | 'verdict' | 'none' | 'drawn', number[]>} */
    const times = { opened: [], words: [], verdict: [], none: [], drawn: [] };
    for (let round = 0; round < Math.min(rounds, ROUNDS); round++) {
      await page.goto(pathToFileURL(file).href);
      times.opened.push(await page.evaluate(OPENED));
      times.words.push(await filtered(page, "text.value = 'rebalance member'"));
      times.verdict.push(await filtered(page, "form.querySelector('[value=fail]').checked = true"));
      times.none.push(await filtered(page, 'form.reset()'));
      times.drawn.push(await page.evaluate(DRAWN));
    }
    return {
      rows: [
        within('HTML report of 5,000 results, opened', times.opened),
        within('the same, filtered by words', times.words),
        within('the same, filtered by a verdict', times.verdict),
        within('the same, no filter any more', times.none),
        within('a failing case of it, opened and drawn', times.drawn),
      ],
      skipped: null,
    };
  } finally {
    await browser.close();
    rmSync(directory, { recursive: true });
  }
}

const OPENED = `(() => {
  const [navigation] = performance.getEntriesByType('navigation');
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return Math.max(navigation.loadEventEnd, paint?.startTime ?? 0);
})()`;

const TWO_FRAMES =
  'await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));';

const DRAWN = `(async () => {
  const begin = performance.now();
  document.querySelector('ol.cases summary').click();
  ${TWO_FRAMES}
  return performance.now() - begin;
})()`;

/**
 * @param {Page} page
 * @param {string} change of the form, as JavaScript
 * @returns {Promise<number>} ms
 */
function filtered(page, change) {
  return page.evaluate(`(async () => {
    const form = document.querySelector('form.filters');
    const text = form.querySelector('[name=text]');
    const begin = performance.now();
    ${change};
    text.dispatchEvent(new Event('input', { bubbles: true }));
    ${TWO_FRAMES}
    return performance.now() - begin;
  })()`);
}

/**
 * @param {string} what
 * @param {readonly number[]} times in ms
 * @returns {Row}
 */
function within(what, times) {
  const goal = { text: `at most ${LIMIT} ms`, held: spreadOf(times).median <= LIMIT };
  return { ...alone(what, 'ms', times), goal };
}

/** A report in which every result is of a case of its own, which a real one never is. */
async function largePage() {
  const kit = loadKit();
  const delay = 'group.initial.rebalance.delay.ms';
  const hasty = createReferenceAdapter({ ...kit.defaults, [delay]: 0 });
  const report = await certify(
    kit,
    {
      ...hasty,
      describe: async () => ({ ...(await hasty.describe()), configuration: kit.defaults }),
    },
    { cases: kit.cases.filter(({ id }) => id.startsWith('extend/')) },
  );
  const failed = report.results.filter(({ verdict }) => verdict === 'fail');
  const cases = Array.from({ length: RESULTS }, (_, index) => {
    const own = elementOf(kit.cases, index);
    return { ...own, id: `${own.id}-${index}` };
  });
  const results = cases.map(({ id, data }, index) => {
    const head = { id, case: id, title: data.title, rules: data.rules, swept: null };
    return index % FAILING === 0
      ? { ...elementOf(failed, index), ...head }
      : {
          ...head,
          verdict: /** @type {const} */ ('pass'),
          durationMs: 0,
          spentMs: 0,
          attempts: 1,
        };
  });
  return htmlReport([{ ...report, results }], { ...kit, cases }, () => []);
}

/**
 * Goes round and round.
 * @template Element
 * @param {readonly Element[]} elements
 * @param {number} index
 * @returns {Element}
 */
function elementOf(elements, index) {
  return /** @type {Element} */ (elements[index % elements.length]);
}
