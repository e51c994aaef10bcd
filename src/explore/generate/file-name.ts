import type { WrittenCase } from '../write-case/case-of.js';

const LONGEST = 72;

/** By what the case claims, its most telling rule in front; told apart by number. */
export function fileNameOf(
  { rules, title }: Pick<WrittenCase, 'rules' | 'title'>,
  taken: ReadonlySet<string>,
): string {
  const words = `${rules[0] ?? ''} ${title}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const short = words.length <= LONGEST ? words : words.slice(0, words.lastIndexOf('-', LONGEST));
  for (let number = 1; ; number++) {
    const name = `${number === 1 ? short : `${short}-${number}`}.yaml`;
    if (!taken.has(name)) return name;
  }
}
