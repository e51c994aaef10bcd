import { ctrfReport } from './ctrf.js';
import { githubReport } from './github.js';
import { htmlReport } from './html/html-report.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown.js';
import { prettyReport } from './pretty.js';
import type { Report } from './report.js';
import type { Reporter, ReportSurroundings } from './reporter.js';

/** Every reporter of the command line; the first is the default. */
export const REPORTERS: readonly [Reporter, ...Reporter[]] = [
  {
    name: 'pretty',
    help: 'for people at a terminal',
    extension: 'txt',
    takes: 'several',
    render: eachIn((report, { color, elapsedMs, levels }) =>
      prettyReport(report, color, elapsedMs, levels),
    ),
  },
  {
    name: 'json',
    help: 'all that is known; what every other command reads',
    extension: 'json',
    takes: 'one',
    render: eachIn((report) => jsonReport(report)),
  },
  {
    name: 'html',
    help: 'one page for a browser, with a drawing of each failure; several reports side by side',
    extension: 'html',
    takes: 'several',
    render: (reports, { kit, judgeLevels }) => htmlReport(reports, kit(), judgeLevels),
  },
  {
    name: 'junit',
    help: 'JUnit XML, for the test view of most CI servers',
    extension: 'xml',
    takes: 'one',
    render: eachIn((report, { kit }) => junitReport(report, kit())),
  },
  {
    name: 'ctrf',
    help: 'Common Test Report Format (ctrf.io), JSON for CI tools',
    extension: 'ctrf.json',
    takes: 'one',
    render: eachIn((report, { kit }) => ctrfReport(report, kit())),
  },
  {
    name: 'github',
    help: 'annotations of GitHub Actions, for the log of a step',
    extension: 'txt',
    takes: 'several',
    render: (reports) => githubReport(reports),
  },
  {
    name: 'markdown',
    help: 'a summary, e.g. for $GITHUB_STEP_SUMMARY',
    extension: 'md',
    takes: 'several',
    render: (reports, { kit }) => markdownReport(reports, kit()),
  },
];

/** One report after the other. */
function eachIn(render: (report: Report, told: ReportSurroundings) => string): Reporter['render'] {
  return (reports, told) => reports.map((report) => render(report, told)).join('\n');
}
