/**
 * Calls a function that is made of this text, the body of a function of `parts`. One loop for all
 * structures would call every helper from one place and build every object name by name, so that
 * the engine gets to know neither the callees nor the shapes; that takes twice as long.
 */
export function madeOf<Made, Parts>(text: string, parts: Parts): Made {
  let make = makers.get(text);
  if (make === undefined) {
    make = new Function('parts', text) as (parts: unknown) => unknown;
    makers.set(text, make);
  }
  return make(parts) as Made;
}

/** By their text: most structures have the same fields in several versions. */
const makers = new Map<string, (parts: unknown) => unknown>();

/** Text that is true of a `name` that is none of these. */
export function isNoneOf(names: readonly string[]): string {
  return names.map((name) => `name !== ${JSON.stringify(name)}`).join(' && ') || 'true';
}

/** Text with lines for each part. */
export function linesOf<Part>(
  parts: readonly Part[],
  lines: (part: Part, index: number) => string,
): string {
  return parts.map(lines).join('\n');
}
