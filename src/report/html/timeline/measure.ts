/** Font size of a drawing, in px. */
export const FONT_SIZE = 13;

/** Of fonts that browsers have for user interfaces, in parts of their size: rather too wide. */
const WIDE = 0.62;
const NARROW = 0.3;

/** How wide a text is at most, in px: a drawing is made before anybody can measure it. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    const share = /[A-Z_@%mwMW→]/.test(character)
      ? 0.74
      : /[ilj.,:;'|!\s]/.test(character)
        ? NARROW
        : WIDE;
    width += share * FONT_SIZE;
  }
  return Math.ceil(width);
}

/** So much wider is a text in bold. */
export const BOLD = 1.12;

/** Lines that are at most so wide, broken between words where that can be; the last one of very many ends in `…`. */
export function wrapped(text: string, width: number, mostLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\s)/).flatMap((part) => broken(part, width))) {
    if (line !== '' && textWidth(line + word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), cut(lines[mostLines - 1] ?? '', width)];
}

/** The text with `…` in place of an end that does not fit. */
export function fitted(text: string, width: number): string {
  return textWidth(text) <= width ? text : cut(text, width);
}

/** `12,999 ms` */
export function milliseconds(ms: number): string {
  return `${String(Math.round(ms)).replaceAll(/\B(?=(\d{3})+$)/g, ',')} ms`;
}

function cut(text: string, width: number): string {
  let kept = text;
  while (kept !== '' && textWidth(`${kept}…`) > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

/** A word that is wider than a line, in pieces. */
function broken(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && textWidth(piece + character) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}
