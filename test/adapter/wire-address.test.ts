import { describe, expect, it } from 'vitest';
import { formatAddress, isSameListener } from '../../src/adapter/wire/address.js';
import {
  createWireAdapter,
  parseWireAddress,
  WireAddressError,
} from '../../src/adapter/wire/index.js';

describe('the address of a wire adapter', () => {
  it.each([
    ['tcp:127.0.0.1:9092', { host: '127.0.0.1', port: 9092 }],
    ['tcp:broker.example:1', { host: 'broker.example', port: 1 }],
    ['tcp:[::1]:65535', { host: '::1', port: 65535 }],
  ])('%s is read', (text, address) => {
    expect(parseWireAddress(text)).toEqual(address);
    expect(`tcp:${formatAddress(address)}`).toBe(text);
  });

  it.each([
    ['127.0.0.1:9092', "'127.0.0.1:9092' is not the address of a broker; write tcp:HOST:PORT"],
    ['tcp://localhost:9092', "'tcp://localhost:9092' has slashes; write tcp:HOST:PORT"],
    ['tcp:localhost', "'tcp:localhost' names no port"],
    ['tcp:localhost:', "'tcp:localhost:' names no port"],
    ['tcp:[::1]', "'tcp:[::1]' names no port"],
    ['tcp::9092', "'tcp::9092' names no host"],
    ['tcp:', "'tcp:' names no host"],
    ['tcp:[]:9092', "'tcp:[]:9092' names no host"],
    ['tcp:::1:9092', 'put an IPv6 address in brackets, for example tcp:[::1]:9092'],
    ['tcp:a b:9092', "'a b' in 'tcp:a b:9092' is not a host name"],
    ['tcp:localhost:kafka', "port 'kafka' is not a number from 1 to 65535"],
    ['tcp:localhost:0', "port '0' is not a number from 1 to 65535"],
    ['tcp:localhost:65536', "port '65536' is not a number from 1 to 65535"],
    ['tcp:localhost:-1', "port '-1' is not a number from 1 to 65535"],
  ])('%s is refused with a sentence that says how to mend it', (text, message) => {
    expect(() => parseWireAddress(text)).toThrow(WireAddressError);
    expect(() => parseWireAddress(text)).toThrow(message);
  });

  it('is checked as well when it does not come as text', () => {
    expect(() => createWireAdapter({ host: 'localhost', port: 70_000 })).toThrow(WireAddressError);
  });

  it('is the same listener under every name of loopback, but not on another port or host', () => {
    const given = { host: '127.0.0.1', port: 9092 };
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST', '::1', '0.0.0.0', '127.1.2.3']) {
      expect(isSameListener(given, { host, port: 9092 }), host).toBe(true);
      expect(isSameListener(given, { host, port: 9093 }), host).toBe(false);
    }
    expect(isSameListener(given, { host: 'kafka-1', port: 9092 })).toBe(false);
    expect(isSameListener({ host: 'kafka-1', port: 9092 }, { host: 'Kafka-1', port: 9092 })).toBe(
      true,
    );
  });
});
