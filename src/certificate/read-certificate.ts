import { readCheckedJson } from '../spec/json-source.js';
import type { Certificate } from './certificate.js';

/** Reads what `groupspec certificate` has written. Throws InvalidDataError. */
export function readCertificate(path: string): Certificate {
  return readCheckedJson<Certificate>(path, { name: 'certificate', version: 1 });
}

/** The certificate as a file: the same run, the same bytes. */
export function certificateText(certificate: Certificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}
