import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { levelsOf } from '../../src/certificate/certificate.js';
import { certify } from '../../src/certify.js';
import type { Kit } from '../../src/kit.js';
import { htmlReport } from '../../src/report/html/html-report.js';
import type { Report } from '../../src/report/report.js';
import { mutantAdapter } from '../fakes/mutant-adapter.js';

/** Mistakes that show in different families, each of a few results. */
export const MUTANTS = [
  'heartbeat_while_preparing_does_not_renew_the_session',
  'nobody_has_to_sync_in_time',
  'parked_followers_are_not_answered_with_the_leader',
] as const;

const AREAS = ['expire', 'heartbeat', 'sync', 'static'];

/** What of the kit's cases a report of the tests is about: some hundreds of results. */
export function sampleCases(kit: Kit) {
  return kit.cases.filter(({ id }) => AREAS.some((area) => id.startsWith(`${area}/`)));
}

/** A real report of the reference with a mistake, or without one. */
export async function reportOf(kit: Kit, mutant: string | null): Promise<Report> {
  const adapter =
    mutant === null ? createReferenceAdapter(kit.defaults) : await mutantAdapter(mutant, kit);
  const title = mutant === null ? 'Reference' : mutant.replaceAll('_', ' ');
  return certify(kit, adapter, {
    cases: sampleCases(kit),
    about: {
      adapter: 'reference',
      title,
      version: kit.version,
      replay: ['--adapter', 'reference'],
    },
  });
}

export function pageOf(kit: Kit, reports: readonly Report[]): string {
  return htmlReport(reports, kit, (report) => levelsOf(report, kit));
}
