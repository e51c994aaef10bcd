import type { ReportKit } from '../../src/report/reporter.js';
import { loadRules } from '../../src/spec/rules.js';

/** The rules as they are, and no cases. */
export const REPORT_KIT: ReportKit = { version: '1.2.3', spec: { rules: loadRules() }, cases: [] };
