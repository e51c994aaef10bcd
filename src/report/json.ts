import type { Report } from './report.js';

/** The report as JSON with a fixed order of fields: the same run, the same bytes. */
export function jsonReport(report: Report): string {
  return jsonText(report);
}

export function jsonText(value: unknown): string {
  const plain = (_key: string, one: unknown) => (typeof one === 'bigint' ? one.toString() : one);
  return `${JSON.stringify(value, plain, 2)}\n`;
}
