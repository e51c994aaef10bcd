/** Where a broker listens. IPv6 hosts are kept without brackets. */
export interface WireAddress {
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
}

/** The address as the user wrote it cannot be used. Ends in exit code 3. */
export class WireAddressError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WireAddressError';
  }
}

const EXAMPLE = 'write tcp:HOST:PORT, for example tcp:127.0.0.1:9092';

/** Reads `tcp:HOST:PORT`; an IPv6 host stands in brackets. Throws WireAddressError. */
export function parseWireAddress(text: string): WireAddress {
  if (!text.startsWith('tcp:')) {
    throw new WireAddressError(`'${text}' is not the address of a broker; ${EXAMPLE}`);
  }
  const rest = text.slice('tcp:'.length);
  if (rest.startsWith('//')) {
    throw new WireAddressError(`'${text}' has slashes; ${EXAMPLE}`);
  }
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(rest);
  const split = rest.lastIndexOf(':');
  const host = bracketed ? (bracketed[1] ?? '') : split < 0 ? rest : rest.slice(0, split);
  const port = bracketed ? bracketed[2] : split < 0 ? undefined : rest.slice(split + 1);
  if (host === '') throw new WireAddressError(`'${text}' names no host; ${EXAMPLE}`);
  if (!bracketed && host.includes(':')) {
    throw new WireAddressError(
      `'${text}' has more than one colon after tcp:; put an IPv6 address in brackets, for example tcp:[::1]:9092`,
    );
  }
  if (/[\s[\]/@]/.test(host))
    throw new WireAddressError(`'${host}' in '${text}' is not a host name; ${EXAMPLE}`);
  if (port === undefined || port === '')
    throw new WireAddressError(`'${text}' names no port; ${EXAMPLE}`);
  return checkedAddress(host, /^\d+$/.test(port) ? Number(port) : port);
}

/** Throws WireAddressError unless the port is a whole number from 1 to 65535. */
export function checkedAddress(host: string, port: number | string): WireAddress {
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65535) {
    throw new WireAddressError(`port '${port}' is not a number from 1 to 65535; ${EXAMPLE}`);
  }
  return { host, port };
}

/** `HOST:PORT`, with brackets around an IPv6 host. */
export function formatAddress(address: WireAddress): string {
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return `${host}:${address.port}`;
}

/** Whether both lead to the same listener as far as the text can tell: loopback has many names. */
export function isSameListener(one: WireAddress, other: WireAddress): boolean {
  if (one.port !== other.port) return false;
  if (one.host.toLowerCase() === other.host.toLowerCase()) return true;
  return isLoopback(one.host) && isLoopback(other.host);
}

function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    // A listener on every interface is advertised so by brokers that were given no other name.
    name === '0.0.0.0' ||
    name === '::' ||
    /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(name)
  );
}
