import { describe, expect, it } from 'vitest';
import { formatHostPort, javaHost, plainHost } from '../../src/server/host-text.js';

describe('The host of a client (WIRE-06)', () => {
  it.each([
    ['127.0.0.1', '/127.0.0.1'],
    ['::ffff:10.0.0.1', '/10.0.0.1'],
    ['::1', '/0:0:0:0:0:0:0:1'],
    ['::', '/0:0:0:0:0:0:0:0'],
    ['fe80::00aF:1%eth0', '/fe80:0:0:0:0:0:af:1'],
    ['2001:db8:1:2:3:4:5:6', '/2001:db8:1:2:3:4:5:6'],
    ['64:ff9b::192.0.2.33', '/64:ff9b:0:0:0:0:c000:221'],
    [undefined, '/'],
  ])('%s is %s', (address, host) => {
    expect(javaHost(address)).toBe(host);
  });
});

it('An address to connect to has its scope taken off, and IPv6 in brackets', () => {
  expect(formatHostPort(plainHost('fe80::1%eth0'), 9092)).toBe('[fe80::1]:9092');
  expect(formatHostPort(plainHost('127.0.0.1'), 9092)).toBe('127.0.0.1:9092');
});
