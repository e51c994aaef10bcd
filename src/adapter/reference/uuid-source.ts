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
  return () => {
    const [one, two, three, four] = [nextWord(), nextWord(), nextWord(), nextWord()];
    const version = 0x4000 | (two & 0x0fff);
    const variant = 0x8000 | ((three >>> 16) & 0x3fff);
    return (
      `${high(one)}${low(one)}-${high(two)}-${hex(version)}-${hex(variant)}-` +
      `${low(three)}${high(four)}${low(four)}`
    );
  };
}

const high = (word: number) => hex(word >>> 16);
const low = (word: number) => hex(word & 0xffff);

/** Four digits, put together from those of bytes: every member id of every run comes through here. */
function hex(half: number): string {
  return `${HEX_OF_BYTE[half >>> 8]}${HEX_OF_BYTE[half & 0xff]}`;
}

const HEX_OF_BYTE = Array.from({ length: 0x100 }, (_, byte) => byte.toString(16).padStart(2, '0'));
