import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, NO_CHROMIUM, startChromium } from '../../scripts/chromium.js';
import { loadKit } from '../../src/kit.js';
import { MUTANTS, pageOf, reportOf } from './sample-reports.js';
import { watchForTrouble } from './trouble.js';

const chromium = findChromium();
if (chromium === null)
  process.stdout.write(`SKIPPED the HTML report in a browser: ${NO_CHROMIUM}\n`);

/** Where the tests leave what they have seen, for people to look at. */
const SCREENSHOTS = 'screenshots';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
const SCHEMES = ['light', 'dark'] as const;
const VIEWS = SIZES.flatMap((viewport) =>
  SCHEMES.map((colorScheme) => ({ viewport, colorScheme })),
);

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe.skipIf(chromium === null)('The HTML report in a browser', () => {
  let directory: string;
  const contexts: BrowserContext[] = [];
  let browser: Awaited<ReturnType<typeof startChromium>>;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'groupspec-page-'));
    const kit = loadKit();
    const green = await reportOf(kit, null);
    const mutants = [];
    for (const mutant of MUTANTS) mutants.push(await reportOf(kit, mutant));
    const pages = {
      green: [green],
      failing: mutants.slice(0, 1),
      matrix: [green, ...mutants],
    };
    for (const [name, reports] of Object.entries(pages)) {
      writeFileSync(join(directory, `${name}.html`), pageOf(kit, reports));
    }
    mkdirSync(SCREENSHOTS, { recursive: true });
    browser = await startChromium(chromium ?? '');
  });

  afterAll(async () => {
    await browser.close();
    rmSync(directory, { recursive: true });
  });

  /** A page of its own; `trouble` is what goes wrong in it unseen. */
  async function open(
    name: 'green' | 'failing' | 'matrix',
    options: BrowserContextOptions = {},
    hash = '',
  ): Promise<{ page: Page; trouble: readonly string[] }> {
    const context = await browser.open({ viewport: SIZES[0], ...options });
    contexts.push(context);
    const page = await context.newPage();
    const trouble = watchForTrouble(page);
    await page.goto(pathToFileURL(join(directory, `${name}.html`)).href + hash);
    return { page, trouble };
  }

  async function closeAll() {
    for (const context of contexts.splice(0)) await context.close();
  }

  /** Opens the first case, with everything in it that can be opened. */
  async function openFirstCase(page: Page) {
    await page.locator('ol.cases > li > details > summary').first().click();
    await page.locator('ol.cases details[open] svg.timeline').first().waitFor();
    await page.locator('details.exchange > summary').first().click();
  }

  const shown = (page: Page) => page.locator('ol.cases > li').count();
  const found = (page: Page) => page.locator('.found').textContent();
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 60) ?? '');

  describe.each(VIEWS)('at $viewport.width×$viewport.height, $colorScheme', (view) => {
    const { width } = view.viewport;
    const shot = (name: string) => ({
      path: join(SCREENSHOTS, `${name}-${width}-${view.colorScheme}.png`),
    });

    it.each(['green', 'failing', 'matrix'] as const)('shows %s without trouble', async (name) => {
      const { page, trouble } = await open(name, view);
      await page.screenshot(shot(name));
      if (name === 'failing') {
        await page.evaluate(() => document.querySelector('#results')?.scrollIntoView());
        await page.screenshot(shot('failing-list'));
        await openFirstCase(page);
        await page.locator('ol.cases details[open] figure').first().scrollIntoViewIfNeeded();
        await page.locator('ol.cases > li').first().screenshot(shot('failing-case'));
        await page.locator('ol.cases figure').first().screenshot(shot('failing-timeline'));
      }
      if (name === 'matrix') {
        await page.locator('button.expand').first().click();
        await page.locator('table.matrix tbody[data-family]').first().scrollIntoViewIfNeeded();
        await page.screenshot(shot('matrix-open'));
      }
      expect(trouble).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await smallTexts(page)).toEqual([]);
      await closeAll();
    });

    // Colours are those of the scheme whatever the size.
    const isChecked = (width === SIZES[0].width) === (view.colorScheme === 'light');
    it.runIf(isChecked)('passes the checks of axe', async () => {
      for (const name of ['failing', 'matrix'] as const) {
        const { page } = await open(name, view);
        if (name === 'failing') await openFirstCase(page);
        expect(await axeFindings(page)).toEqual([]);
      }
      await closeAll();
    });
  });

  it('filters by verdict, family, API and words, and says how many cases are left', async () => {
    const { page } = await open('failing');
    const all = await found(page);
    expect(all).toMatch(/^\d+ of \d+ cases$/);
    await page.locator('input[value=fail]').check();
    const failing = await shown(page);
    expect(failing).toBeGreaterThan(0);
    expect(await found(page)).toMatch(new RegExp(`^${failing} of \\d+ cases\\.`));
    await page.selectOption('select[name=family]', 'HB');
    const ofHeartbeat = await shown(page);
    expect(ofHeartbeat).toBeLessThan(failing);
    await page.fill('input[name=text]', 'no such words anywhere');
    expect(await shown(page)).toBe(0);
    await page.locator('button[type=reset]').click();
    await expect.poll(() => found(page)).toBe(all);
    await page.selectOption('select[name=api]', 'LeaveGroup');
    expect(await found(page)).not.toBe(all);
    expect(await shown(page)).toBeGreaterThan(0);
    await closeAll();
  });

  it('keeps its filter and the case that is looked at in its address', async () => {
    const { page } = await open('failing');
    await page.locator('input[value=fail]').check();
    await page.fill('input[name=text]', 'heartbeat');
    const count = await shown(page);
    const { hash } = new URL(page.url());
    expect(hash).toBe('#text=heartbeat&verdict=fail');
    const again = await open('failing', {}, hash);
    expect(await shown(again.page)).toBe(count);
    expect(await again.page.locator('input[value=fail]').isChecked()).toBe(true);

    const id = (await page.locator('ol.cases details').last().getAttribute('data-case')) ?? '';
    const linked = await open('failing', {}, `#case=${encodeURIComponent(id)}`);
    await linked.page.locator(`details[data-case="${id}"][open] .rules`).waitFor();
    await closeAll();
  });

  it('leads from a number of the summary to its cases, and back', async () => {
    const { page } = await open('failing');
    const all = await shown(page);
    await page.locator('table.families a.count.fail').first().click();
    expect(await page.locator('input[value=fail]').isChecked()).toBe(true);
    expect(await shown(page)).toBeLessThan(all);
    await page.goBack();
    await expect.poll(() => shown(page)).toBe(all);
    await closeAll();
  });

  it('makes the rows of a long list only as they are looked at, and all for print', async () => {
    const { page } = await open('green');
    const total = Number(/of (\d+)/.exec((await found(page)) ?? '')?.[1]);
    expect(await shown(page)).toBeLessThan(total);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await shown(page)).toBe(total);
    await closeAll();
  });

  it('can be used by keyboard alone', async () => {
    const { page } = await open('failing');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the cases');
    await page.keyboard.press('Enter');
    await page.keyboard.type('session');
    expect(await page.inputValue('input[name=text]')).toBe('session');
    const first = page.locator('ol.cases > li').first();
    for (let tabs = 0; tabs < 30 && !(await isFocused(page, 'ol.cases summary')); tabs++) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowDown');
    expect(await isFocused(page, 'ol.cases > li:nth-child(2) summary')).toBe(true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await first.locator('.case-body section').first().waitFor();
    await page.keyboard.press('/');
    expect(await isFocused(page, 'input[name=text]')).toBe(true);
    await closeAll();
  });

  it('opens a family of the matrix, and leads from a cell to what it counts', async () => {
    const { page } = await open('matrix');
    const family = page.locator('tbody[data-family=EXPIRE]');
    await family.locator('button.expand').press('Enter');
    expect(await family.locator('.case-row').count()).toBeGreaterThan(5);
    await family.locator('button.expand').press('Enter');
    expect(await family.locator('.case-row').count()).toBe(0);
    await family.locator('a.cell', { hasText: 'fail' }).first().click();
    expect(await page.inputValue('select[name=family]')).toBe('EXPIRE');
    expect(await page.inputValue('select[name=of]')).not.toBe('');
    expect(await shown(page)).toBeGreaterThan(0);
    await closeAll();
  });

  it('shows the opening in a drawing when it is asked to', async () => {
    const { page } = await open('failing');
    await openFirstCase(page);
    const drawing = page.locator('ol.cases figure').first();
    const before = await drawing.locator('svg:visible .arrow').count();
    await drawing.locator('.show-opening').check();
    expect(await drawing.locator('svg:visible .arrow').count()).toBeGreaterThan(before);
    await closeAll();
  });

  it('fills pages of paper that are white, whatever the screen', async () => {
    const { page } = await open('failing', { colorScheme: 'dark' });
    await openFirstCase(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colors = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return { backgroundColor, color };
    });
    expect(colors).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(27, 34, 48)' });
    expect(await page.locator('.filters').isVisible()).toBe(false);
    await page.pdf({ path: join(SCREENSHOTS, 'failing.pdf'), format: 'A4' });
    await closeAll();
  });
});

function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((one) => document.activeElement?.matches(one) === true, selector);
}

/** Texts that can be seen and are smaller than 12 px. */
function smallTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (parent === null || text === '' || !parent.checkVisibility()) continue;
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      if (size < 12) small.push(`${size}: ${text.slice(0, 40)}`);
    }
    return small;
  });
}

interface Axe {
  run(): Promise<{
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  }>;
}

async function axeFindings(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
    );
  });
}
