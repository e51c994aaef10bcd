import { readCheckedJson } from '../spec/json-source.js';
import type { Report } from './report.js';

/** Reads what `--reporter json` has written. Throws InvalidDataError. */
export function readReport(path: string): Report {
  return readCheckedJson<Report>(path, { name: 'report', version: 3 });
}
