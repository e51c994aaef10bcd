/**
 * Version 4 uuids in their text form from a seed: the same seed, the same sequence. The generator
 * is mulberry32; ids only have to look made up, not to be secret.
 */
export function uuidSource(seed: number): () => string {
  let state = seed >>> 0;
  const nextWord = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = (word: number) => word.toString(16).padStart(8, '0');
  return () => {
    const digits = hex(nextWord()) + hex(nextWord()) + hex(nextWord()) + hex(nextWord());
    const variant = '89ab'[Number.parseInt(digits.slice(16, 17), 16) % 4];
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join('-');
  };
}
