import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** As Debian calls it; `GROUPSPEC_CHROMIUM` names another one. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

export const NO_CHROMIUM = `there is no ${NAMES.join(', ')} on the PATH, and GROUPSPEC_CHROMIUM names none`;

/** Null where there is none. */
export function findChromium(): string | null {
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

export interface StartedBrowser {
  open(options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** A browser of its own, with user data that go when it is closed. */
export async function startChromium(path: string): Promise<StartedBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'groupspec-chromium-'));
  const browser = await chromium.launch({
    executablePath: path,
    headless: true,
    args: ARGUMENTS,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
  });
  return {
    open: (options) => browser.newContext(options),
    async close() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What goes wrong in a page without anybody seeing it. */
export function watchForTrouble(page: Page): string[] {
  const trouble: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') trouble.push(message.text());
  });
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) trouble.push(`request of ${request.url()}`);
  });
  return trouble;
}
