import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './exit-codes.js';
import { OutputError } from './output.js';

/** Notices before any work that a file could not be written after it. Throws UsageError. */
export function requireWritable(file: string): void {
  try {
    const there = lstatSync(file, { throwIfNoEntry: false });
    if (there?.isDirectory() === true) throw new UsageError(cannot(file, 'it is a directory'));
    if (there !== undefined) accessSync(file, constants.W_OK);
    if (!givesWay(file)) return;
    closeSync(openSync(draftOf(file), 'w'));
    rmSync(draftOf(file));
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(cannot(file, reasonOf(error, file)));
  }
}

/**
 * Puts a text into a file, which has all of it or what it had before, whenever the process ends.
 * Throws OutputError.
 */
export function writeWhole(file: string, text: string): void {
  try {
    const written = givesWay(file) ? draftOf(file) : file;
    writeFileSync(written, text);
    if (written !== file) renameSync(written, file);
  } catch (error) {
    rmSync(draftOf(file), { force: true });
    throw new OutputError(cannot(file, reasonOf(error, file)));
  }
}

/** Links, pipes and devices are written to where they lead; only files are replaced. */
function givesWay(file: string): boolean {
  const there = lstatSync(file, { throwIfNoEntry: false });
  return there === undefined || there.isFile();
}

/** Renaming takes one file system, so the draft stands beside the file. */
function draftOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.${process.pid}`);
}

function cannot(file: string, reason: string): string {
  return `${file} cannot be written: ${reason}`;
}

/** Node's own messages would name the draft. */
function reasonOf(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return `there is no directory ${dirname(file)}`;
    case 'ENOTDIR':
      return `${dirname(file)} is not a directory`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'that is not permitted';
    case 'ENOSPC':
      return 'there is no space left';
    default:
      return code ?? error.message;
  }
}
