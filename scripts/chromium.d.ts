import type { Browser, BrowserContext } from 'playwright-core';

/** Why there is no browser, in words. */
export const NO_CHROMIUM: string;

/** Path of the browser; null where there is none. */
export function findChromium(): string | null;

export interface StartedBrowser {
  open(options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** A headless browser of its own, with user data that go when it is closed. */
export function startChromium(path: string): Promise<StartedBrowser>;
