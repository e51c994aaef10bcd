import type { Report } from './report.js';

/** The command that runs a case as it ran; null where no command line was there. */
export function replayCommand({ replay }: Pick<Report, 'replay'>, caseId: string): string | null {
  return replay === null ? null : ['groupspec', 'run', caseId, ...replay].map(shellWord).join(' ');
}

/** As a shell takes it for one word. */
export function shellWord(word: string): string {
  return /^[\w:./@=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
