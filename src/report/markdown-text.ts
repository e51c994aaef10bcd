/** One line of a table. */
export function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Text of which nothing is taken for Markdown or HTML, on one line. */
export function plainInMarkdown(text: string): string {
  return plainInHtml(text).replaceAll(/[\\`*_[\]|~#]/g, (mark) => `\\${mark}`);
}

/** The same within an HTML element, where Markdown has no say. */
export function plainInHtml(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Text shown as it is, whatever fences it has itself. */
export function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
