import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity, connect, createSecureContext, type TLSSocket } from 'node:tls';
import type { WireAddress } from '../address.js';

/** How the kit's side of TLS is set up. Everything is PEM text. */
export interface TlsSettings {
  /** Authorities to trust in place of those that come with Node. */
  readonly ca?: string;
  /** The kit's own certificate and key, for listeners that want one. */
  readonly cert?: string;
  readonly key?: string;
  /** Name that the certificate has to be for, in place of the host that is connected to. */
  readonly serverName?: string;
  /** Takes any certificate. */
  readonly insecure?: boolean;
}

/** Certificates or keys that cannot be used. Ends in exit code 3. */
export class TlsSettingsError extends Error {}

/** Begins a TLS connection; `secureConnect` tells when it is made. */
export type ConnectTls = (address: WireAddress) => TLSSocket;

/** Throws TlsSettingsError on certificates and keys that cannot be read, or do not fit together. */
export function createTlsConnector(settings: TlsSettings): ConnectTls {
  const { ca, cert, key, serverName, insecure = false } = settings;
  checkCertificates(settings);
  const secureContext = createSecureContext({
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  });
  return ({ host, port }) => {
    const name = serverName ?? host;
    return connect({
      host,
      port,
      secureContext,
      rejectUnauthorized: !insecure,
      checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
      // An address is no server name (RFC 6066).
      ...(isIP(name) ? {} : { servername: name }),
    });
  };
}

function checkCertificates({ ca, cert, key }: TlsSettings): void {
  if (ca !== undefined) readCertificate('--tls-ca', ca);
  if (cert === undefined && key === undefined) return;
  if (cert === undefined) throw new TlsSettingsError('--tls-key needs its certificate: --tls-cert');
  if (key === undefined) throw new TlsSettingsError('--tls-cert needs its key: --tls-key');
  const certificate = readCertificate('--tls-cert', cert);
  if (!certificate.checkPrivateKey(readKey(key))) {
    throw new TlsSettingsError('the key of --tls-key is not that of the certificate of --tls-cert');
  }
}

function readCertificate(option: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new TlsSettingsError(`${option} names a file that is no certificate in PEM form`, {
      cause: error,
    });
  }
}

function readKey(pem: string) {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const advice = /ENCRYPTED/.test(pem) ? '; it is encrypted: decrypt it first' : '';
    throw new TlsSettingsError(
      `--tls-key names a file that is no usable key in PEM form${advice}`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Why TLS failed with the broker at `where`, and what to do about it. Undefined when the error has
 * nothing to do with TLS.
 */
export function tlsFailure(error: NodeJS.ErrnoException, where: string): string | undefined {
  const { code = '' } = error;
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${where} has expired; ${UNCHECKED}`;
    case 'CERT_NOT_YET_VALID':
      return `the certificate of ${where} is not valid yet; is the clock right? ${UNCHECKED}`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `the certificate of ${where} is from no authority that is trusted here (${code}); name the authority's own with --tls-ca FILE, or ${UNCHECKED}`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${where} is for another host (${reasonOf(error)}); name the one it is for with --tls-server-name NAME, or ${UNCHECKED}`;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${where} does not speak TLS; leave --tls out, or give the port of a TLS listener`;
    default:
      return alertOf(code) === undefined ? undefined : `${where} ${alertOf(code)}`;
  }
}

const UNCHECKED = '--tls-insecure goes on without checking';

/** The other side's alert as a sentence without its subject. Some come only after the handshake. */
export function alertOf(code: string): string | undefined {
  const [, alert] = /^ERR_SSL_(?:SSLV3|TLSV1|TLSV13)_ALERT_(\w+)$/.exec(code) ?? [];
  if (alert === undefined) return undefined;
  const words = alert.toLowerCase().replaceAll('_', ' ');
  return /^(certificate|bad certificate|handshake failure|unknown ca)/.test(words)
    ? `refuses the TLS connection (alert: ${words}); does it want a certificate from the kit? Name one that it trusts with --tls-cert and --tls-key`
    : `refuses the TLS connection (alert: ${words})`;
}

function reasonOf(error: Error): string {
  const { reason } = error as Error & { readonly reason?: string };
  return reason ?? error.message;
}
