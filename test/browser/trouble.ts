import type { Page } from 'playwright-core';

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
