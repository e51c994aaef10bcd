import { describe, expect, it } from 'vitest';
import { html, markup, scriptJson } from '../../../src/report/html/html.js';

describe('A template of markup', () => {
  it('escapes whatever is put into it', () => {
    const { html: text } = html`<p title="${'"a" & <b>'}">${'<script>'}</p>`;
    expect(text).toBe('<p title="&quot;a&quot; &amp; &lt;b&gt;">&lt;script&gt;</p>');
  });

  it('takes markup, numbers, lists and nothing as they are', () => {
    const items = [1, 2].map((one) => html`<li>${one}</li>`);
    expect(html`<ul>${items}</ul>${null}${markup('<hr>')}`.html).toBe(
      '<ul><li>1</li><li>2</li></ul><hr>',
    );
  });
});

describe('JSON in a script element', () => {
  it('cannot end the element or a line, and is read as it was written', () => {
    const value = { text: '</script><!-- \u2028\u2029 -->' };
    const text = scriptJson(value);
    expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual(value);
  });
});
