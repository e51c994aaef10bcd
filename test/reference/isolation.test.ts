import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../reference/', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }));

const MESSAGE_TYPES = ['generated-messages.js', 'message-body.js'].map((file) =>
  path.join(root, '../src/protocol', file),
);

/** What would bring in a clock, chance, or the outside world. */
const AMBIENT =
  /\b(Date|Math\.random|performance|crypto|process|console|globalThis|setTimeout|setInterval|setImmediate|queueMicrotask|fetch|Buffer|require|async|await|Promise)\b/;

describe('reference/', () => {
  it('is there to be looked at', () => {
    expect(files.map(({ file }) => file)).toContain('coordinator.ts');
  });

  it.each(files)('$file imports its own files and message types, nothing else', (entry) => {
    const statements =
      entry.source.match(/^(import|export)\s[^;]*?from '[^']+'|^import '[^']+'|import\('/gm) ?? [];
    const strangers = statements.filter((statement) => {
      const specifier = /'([^']+)'$/.exec(statement)?.[1] ?? '';
      const target = path.resolve(path.dirname(path.join(root, entry.file)), specifier);
      const own = specifier.startsWith('.') && target.startsWith(root);
      const messageType = MESSAGE_TYPES.includes(target) && statement.startsWith('import type');
      return !own && !messageType;
    });
    expect(strangers).toEqual([]);
  });

  it.each(files)('$file uses no clock, no chance and nothing of the platform', ({ source }) => {
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect(AMBIENT.exec(code)?.[0]).toBeUndefined();
  });
});
