/**
 * Names what else speaks on a port, by the first bytes that came instead of a Kafka frame. They
 * are read as the size of a frame first, so all of them look like a size beyond any limit.
 */
export function foreignProtocol(head: Uint8Array): string | undefined {
  const text = Buffer.from(head).toString('latin1');
  if (/^HTTP\//.test(text) || /^<(!doc|htm)/i.test(text)) {
    return `the port speaks HTTP (it answered '${firstLine(text)}'), not the Kafka protocol`;
  }
  if (isTlsRecord(head)) {
    return 'the port speaks TLS; say --tls, or give the port of a plaintext listener';
  }
  if (/^SSH-/.test(text))
    return `the port speaks SSH (it answered '${firstLine(text)}'), not the Kafka protocol`;
  if (/^[ -~]{4}/.test(text)) {
    return `the port does not speak the Kafka protocol (it answered '${firstLine(text)}')`;
  }
  return undefined;
}

/** Alert (21) or handshake (22) record of SSL 3.0 to TLS 1.3. */
function isTlsRecord(head: Uint8Array): boolean {
  return (head[0] === 0x15 || head[0] === 0x16) && head[1] === 0x03 && (head[2] ?? 0xff) <= 0x04;
}

function firstLine(text: string): string {
  return (text.split(/[\r\n]/, 1)[0] ?? '').replace(/[^ -~]/g, '.').slice(0, 60);
}
