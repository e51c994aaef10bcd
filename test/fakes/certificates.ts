import { generate } from 'selfsigned';

export interface Certified {
  /** PEM */
  readonly cert: string;
  readonly key: string;
}

export interface Authority extends Certified {
  /** A certificate for these hosts or addresses, valid from now for a year unless told. */
  issue(
    hosts: readonly string[],
    valid?: { readonly from: Date; readonly to: Date },
  ): Promise<Certified>;
}

const KEYS = { keyType: 'ec', algorithm: 'sha256' } as const;

/** An authority of the test's own: no certificate lies in the repository, none can run out. */
export async function createAuthority(name = 'groupspec test authority'): Promise<Authority> {
  const own = await generate(commonName(name), {
    ...KEYS,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true },
    ],
  });
  return {
    cert: own.cert,
    key: own.private,
    async issue(hosts, valid) {
      const issued = await generate(commonName(hosts[0] ?? 'nobody'), {
        ...KEYS,
        ca: { cert: own.cert, key: own.private },
        ...(valid === undefined ? {} : { notBeforeDate: valid.from, notAfterDate: valid.to }),
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true },
          {
            name: 'subjectAltName',
            altNames: hosts.map((host) =>
              /^[\d.]+$/.test(host) ? { type: 7, ip: host } : { type: 2, value: host },
            ),
          },
        ],
      });
      return { cert: issued.cert, key: issued.private };
    },
  };
}

function commonName(value: string) {
  return [{ name: 'commonName', value }];
}
