import { SUBJECTS, type SubjectKind } from '../../scripts/subjects/subjects.js';

/** The subject `name`, or undefined, with the reason printed, where its tools are not installed. */
export async function installedSubject(name: string): Promise<SubjectKind | undefined> {
  const kind = SUBJECTS.get(name);
  if (kind === undefined) throw new Error(`there is no subject ${name}`);
  const missing = await kind.missingTools();
  if (missing.length === 0) return kind;
  process.stdout.write(`SKIPPED subject ${name}: ${missing.join('; ')}\n`);
  return undefined;
}
