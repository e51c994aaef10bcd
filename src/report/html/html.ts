/** Markup that needs no escaping any more. */
export interface Html {
  readonly html: string;
}

export type Fragment = Html | string | number | null | readonly Fragment[];

/** A template of markup: whatever is put into it is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  const parts = strings.map(
    (text, index) => text + (index < values.length ? textOf(values[index] ?? null) : ''),
  );
  return { html: parts.join('') };
}

export function markup(text: string): Html {
  return { html: text };
}

/** For text and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** JSON that may stand in a script element: nothing in it can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function textOf(fragment: Fragment): string {
  if (fragment === null) return '';
  if (typeof fragment === 'string') return escapeHtml(fragment);
  if (typeof fragment === 'number') return String(fragment);
  if (isMany(fragment)) return fragment.map(textOf).join('');
  return fragment.html;
}

function isMany(fragment: Html | readonly Fragment[]): fragment is readonly Fragment[] {
  return Array.isArray(fragment);
}
