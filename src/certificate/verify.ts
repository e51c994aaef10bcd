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
  return differences(certificate, certificateOf(report, kit, certificate.date), '');
}

function differences(certified: unknown, recomputed: unknown, path: string): Discrepancy[] {
  if (Object.is(certified, recomputed)) return [];
  if (!isObject(certified) || !isObject(recomputed)) {
    return [{ path, certified: textOf(certified), recomputed: textOf(recomputed) }];
  }
  const names = [...new Set([...Object.keys(certified), ...Object.keys(recomputed)])];
  return names.flatMap((name) =>
    differences(certified[name], recomputed[name], pathTo(path, name, recomputed)),
  );
}

function pathTo(path: string, name: string, within: object): string {
  if (Array.isArray(within)) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
