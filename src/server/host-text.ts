import { isIPv4, isIPv6 } from 'node:net';

/** IPv4 clients of a socket that listens on both families. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** An address of a socket as clients write it; `undefined` once the socket is gone. */
export function plainHost(address: string | undefined): string {
  return (address ?? '').replace(MAPPED_IPV4, '').replace(/%.*$/, '');
}

/** WIRE-06: a slash and Java's text of the address, which shortens nothing of IPv6. */
export function javaHost(address: string | undefined): string {
  const host = plainHost(address);
  return `/${isIPv6(host) ? expanded(host) : host}`;
}

function expanded(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = groupsOf(head);
  if (tail === undefined) return left.join(':');
  const right = groupsOf(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].join(':');
}

function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16).toString(16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
  });
}

/** For people and for `--adapter tcp:`; IPv6 in brackets. */
export function formatHostPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Names every address of this machine, and is none that a client could connect to. */
export function isWildcard(host: string): boolean {
  return ['', '0.0.0.0', '::'].includes(host);
}
