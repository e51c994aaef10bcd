import { type JsonFormat, readCheckedJson } from '../spec/json-source.js';
import type { Report } from './report.js';

export const REPORT_FORMAT: JsonFormat = { name: 'report', version: 3 };

/** Reads what `--reporter json` has written. Throws InvalidDataError. */
export function readReport(path: string): Report {
  return readCheckedJson<Report>(path, REPORT_FORMAT);
}
