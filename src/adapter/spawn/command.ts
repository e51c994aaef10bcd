/** A program and its arguments, as the operating system takes them. */
export interface Command {
  /** As the user wrote it. */
  readonly text: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Where it runs; undefined is the kit's own working directory. */
  readonly directory: string | undefined;
}

/** The command as the user wrote it cannot be run. Ends in exit code 3. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

const BLANK = /\s/;
/** What a shell would act upon; taken literally it would surprise. */
const SHELL_ONLY = /[|&;<>()$`]/;

/**
 * Splits a command line into words at blanks, without a shell in between. As in a shell, single
 * quotes keep everything, double quotes keep all but `\"` and `\\`, and a backslash outside quotes
 * keeps the next character. Variables, pipes and redirections are refused; who needs them writes
 * `sh -c '…'`.
 *
 * Throws CommandError.
 */
export function parseCommand(text: string, directory?: string): Command {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    at += 1;
    if (BLANK.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'" || character === '"') {
      const quoted = readQuoted(text, at, character);
      word = (word ?? '') + quoted.content;
      at = quoted.end;
    } else if (character === '\\') {
      if (at === text.length) throw new CommandError(`'${text}' ends with a lone backslash`);
      word = (word ?? '') + text.charAt(at);
      at += 1;
    } else if (SHELL_ONLY.test(character)) {
      throw new CommandError(
        `'${character}' in '${text}' would need a shell, and there is none: quote it, or write sh -c '...'`,
      );
    } else {
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  const [program, ...args] = words;
  if (program === undefined || program === '') {
    throw new CommandError('the command that starts the implementation is missing');
  }
  return { text, program, args, directory };
}

function readQuoted(
  text: string,
  start: number,
  quote: string,
): { readonly content: string; readonly end: number } {
  let content = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote) return { content, end: at + 1 };
    const next = text.charAt(at + 1);
    if (quote === '"' && character === '\\' && (next === '"' || next === '\\')) {
      content += next;
      at += 1;
    } else {
      content += character;
    }
  }
  throw new CommandError(`'${text}' lacks the second ${quote}`);
}
