import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { specPath } from './package-root.js';

/** Where the digest is kept; it cannot be part of what it is made over. */
export const DIGEST_FILE = 'digest.txt';

/** Forms of files, reports included: they demand nothing of a coordinator. */
const SCHEMAS = 'schemas/';

/**
 * SHA-256 over all data of a spec directory: paths and contents of its files in the order of their
 * paths, line ends as LF, schemas left out. Two spec directories with one digest demand the same.
 */
export function specDigest(directory: string = specPath()): string {
  const hash = createHash('sha256');
  for (const path of filesBelow(directory)) {
    const text = readFileSync(join(directory, path), 'utf8').replaceAll('\r\n', '\n');
    hash.update(`${path}\n${text.length}\n${text}`);
  }
  return `sha256:${hash.digest('hex')}`;
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== DIGEST_FILE)
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.startsWith(SCHEMAS))
    .sort();
}
