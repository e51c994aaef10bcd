import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../spec/package-root.js';
import type { Report } from '../report.js';
import type { ReportedLevel, ReportKit } from '../reporter.js';
import { buildPageData } from './build-page-data.js';
import { html, markup, scriptJson } from './html.js';
import type {} from './page-data.js';
import { resultsView } from './views/case-list.js';
import { headView, pageTitle } from './views/head.js';
import { summaryView } from './views/summary.js';

/** Keeps even a mistake of ours from loading anything: all that a page needs is in it. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * Reports as one page that stands for itself: for a browser, from a file, without any network. The
 * same reports, the same bytes.
 *
 * @param levels what came of the levels that can be certified, for one report
 */
export function htmlReport(
  reports: readonly Report[],
  kit: ReportKit,
  levels: (report: Report) => readonly ReportedLevel[],
): string {
  const data = buildPageData(reports, kit, levels);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="groupspec ${kit.version}">
<title>${pageTitle(data)}</title>
<link rel="icon" href="data:,">
<style>${built('page.css')}</style>
</head>
<body>
<a class="skip-link" href="#results">Skip to the cases</a>
${headView(data)}
<main>
${summaryView(data)}
${resultsView(data)}
</main>
<footer>Keys: <kbd>/</kbd> goes to the search, <kbd>↑</kbd> and <kbd>↓</kbd> go from case to case, <kbd>Enter</kbd> opens one. What a page prints is what its filter shows.</footer>
<script id="data" type="application/json">${markup(scriptJson(data))}</script>
<script>${built('page.js')}</script>
</body>
</html>
`;
  return page.html;
}

/** What `npm run build` has made of page/ and of page.css. */
function built(name: string) {
  return markup(readFileSync(join(packageRoot(), 'dist', 'report-page', name), 'utf8').trim());
}
