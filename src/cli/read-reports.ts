import { EXPLORATION_FORMAT } from '../explore/exploration-format.js';
import type { ExplorationReport } from '../explore/report.js';
import { REPORT_FORMAT } from '../report/read-report.js';
import type { Report } from '../report/report.js';
import { type Part, problemOf, refuse } from '../report/shards-of-one.js';
import { readCheckedJsonOf } from '../spec/json-source.js';

/** What several files are about. */
export type Reports =
  | { readonly kind: 'runs'; readonly parts: readonly Part<Report>[] }
  | { readonly kind: 'explorations'; readonly parts: readonly Part<ExplorationReport>[] };

/** Reads reports of runs, or of explorations. Throws InvalidDataError, for a mixture as well. */
export function readReports(files: readonly string[]): Reports {
  const parts = files.map((file) => ({
    file,
    report: readCheckedJsonOf<Report | ExplorationReport>(file, [
      REPORT_FORMAT,
      EXPLORATION_FORMAT,
    ]),
  }));
  const runs = parts.flatMap(({ file, report }) =>
    report.format === 'groupspec-report' ? [{ file, report }] : [],
  );
  const explorations = parts.flatMap(({ file, report }) =>
    report.format === 'groupspec-exploration' ? [{ file, report }] : [],
  );
  const [run] = runs;
  if (run === undefined) return { kind: 'explorations', parts: explorations };
  refuse(
    explorations.map(({ file }) =>
      problemOf(file, `is of an exploration, and ${run.file} of a run of the cases`),
    ),
  );
  return { kind: 'runs', parts: runs };
}
