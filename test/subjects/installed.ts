import { SUBJECTS, type SubjectKind } from '../../scripts/subjects/subjects.js';

/** The subject `name`, or undefined, with the reason printed, where its tools are not installed. */
export async function installedSubject(name: string): Promise<SubjectKind | undefined> {
  const kind = SUBJECTS.get(name);
  if (kind === undefined) throw new Error(`there is no subject ${name}`);
  const missing = await kind.missingTools();
  sayWhatIsMissing(`subject ${name}`, missing);
  return missing.length === 0 ? kind : undefined;
}

/** @param missing a sentence for each tool that is not installed */
export function sayWhatIsMissing(what: string, missing: readonly string[]): void {
  if (missing.length > 0) process.stdout.write(`SKIPPED ${what}: ${missing.join('; ')}\n`);
}
