/** One thing wrong with a data file, at the place where its author can mend it. */
export interface Problem {
  /** Path as the user gave it, or relative to the package. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  readonly message: string;
}

/** Data that may not be used; lists everything wrong with it at once. Ends in exit code 3. */
export class InvalidDataError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'InvalidDataError';
    this.problems = problems;
  }
}

export function formatProblem(problem: Problem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}`;
}
