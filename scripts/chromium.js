// @ts-check
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** As Debian and others call it; `GROUPSPEC_CHROMIUM` names another one. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Why there is no browser, in words. */
export const NO_CHROMIUM = `there is no ${NAMES.join(', ')} on the PATH, and GROUPSPEC_CHROMIUM names none`;

/**
 * Path of the browser; null where there is none.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env['GROUPSPEC_CHROMIUM'];
  if (named !== undefined) return existsSync(named) ? named : null;
  const places = (process.env['PATH'] ?? '').split(delimiter);
  const paths = NAMES.flatMap((name) => places.map((place) => join(place, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A headless browser of its own, with user data that go when it is closed.
 * @param {string} path
 */
export async function startChromium(path) {
  const home = mkdtempSync(join(tmpdir(), 'groupspec-chromium-'));
  const browser = await chromium.launch({
    executablePath: path,
    headless: true,
    args: ARGUMENTS,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
  });
  return {
    /** @param {import('playwright-core').BrowserContextOptions} [options] */
    open: (options) => browser.newContext(options),
    async close() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
