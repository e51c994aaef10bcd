/** The command that runs a case as it ran, for a shell; null where it was no command that ran it. */
export function replayCommand(id: string, replay: readonly string[] | null): string | null {
  if (replay === null) return null;
  return ['groupspec', 'run', quoted(id, true), ...replay.map((word) => quoted(word))].join(' ');
}

function quoted(word: string, always = false): string {
  if (!always && /^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
