import type { Report } from './report.js';

/** The report as JSON with a fixed order of fields: the same run, the same bytes. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify(report, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)}\n`;
}
