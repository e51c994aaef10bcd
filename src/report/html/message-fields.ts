/** A field of a message, for a row of its own; entries of lists have rows of their own, deeper. */
export interface FieldRow {
  readonly depth: number;
  readonly name: string;
  /** Empty for what only holds deeper rows. */
  readonly value: string;
}

/** Lays out the fields of a message as reports write them: `name: value, list: [{ name: value }]`. */
export function fieldRows(body: string): FieldRow[] {
  return rowsOfFields(body, 0);
}

function rowsOfFields(text: string, depth: number): FieldRow[] {
  return splitAtCommas(text).flatMap((part) => {
    const [, name = '', value = part] = /^([\w-]+): ([\s\S]*)$/.exec(part) ?? [];
    return rowsOfValue(name, value, depth);
  });
}

function rowsOfValue(name: string, value: string, depth: number): FieldRow[] {
  const struct = inside(value, '{', '}');
  if (struct !== null) {
    return [{ depth, name, value: '' }, ...rowsOfFields(struct, depth + 1)];
  }
  const list = inside(value, '[', ']');
  const items = list === null ? [] : splitAtCommas(list);
  if (!items.some((item) => item.startsWith('{'))) return [{ depth, name, value }];
  return items.flatMap((item, index) => rowsOfValue(`${name}[${index}]`, item, depth));
}

function inside(text: string, open: string, close: string): string | null {
  return text.startsWith(open) && text.endsWith(close) ? text.slice(1, -1).trim() : null;
}

/** Text within quotes may hold anything: its end is a quote with a separator or nothing behind it. */
const TOKEN = /'(?:[^']|'(?!\s*(?:[,}\]]|$)))*'|[[{]|[\]}]|,\s*|[^'[\]{},]+|'/g;

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith(',') && depth === 0) {
      parts.push(part.trim());
      part = '';
      continue;
    }
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    part += token;
  }
  if (part.trim() !== '') parts.push(part.trim());
  return parts;
}
