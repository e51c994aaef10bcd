import { differencesBetween } from '../report/differences.js';
import type { Report } from '../report/report.js';
import { type Certificate, type CertificateKit, certificateOf } from './certificate.js';

/** One value of a certificate that its report does not bear out. */
export interface Discrepancy {
  /** Path within the certificate, e.g. `levels[0].outcome`. */
  readonly path: string;
  readonly certified: string;
  readonly recomputed: string;
}

/**
 * Makes the certificate of the report anew and says where it is another one. Throws
 * NotCertifiedError when the report gives none.
 */
export function verifyCertificate(
  certificate: Certificate,
  report: Report,
  kit: CertificateKit,
): Discrepancy[] {
  const recomputed = certificateOf(report, kit, certificate.date);
  return differencesBetween(certificate, recomputed).map(({ path, left, right }) => ({
    path,
    certified: left,
    recomputed: right,
  }));
}
