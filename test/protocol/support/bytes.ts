/** Hexadecimal text to bytes; blanks and line ends are only for the eye. */
export function bytesOf(hexText: string): Uint8Array {
  return new Uint8Array(Buffer.from(hexText.replaceAll(/\s/g, ''), 'hex'));
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** What `run` throws; fails when it throws nothing. */
export function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
