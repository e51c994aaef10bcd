import { Command, CommanderError } from 'commander';
import { Fault } from '../spec/fault.js';
import { packageVersion } from '../spec/package-root.js';
import { formatProblem, InvalidDataError } from '../spec/problem.js';
import { EXIT, UsageError } from './exit-codes.js';
import { watchStreams } from './output.js';
import { VERBS } from './verbs.js';

/** Runs the command line and resolves with the exit code; never throws. */
export async function main(argv: readonly string[]): Promise<number> {
  watchStreams();
  let code: number = EXIT.ok;
  const finish = (chosen: number) => {
    code = chosen;
  };
  const program = new Command('groupspec')
    .description('Conformance test kit for Kafka-protocol group coordinators.')
    .version(packageVersion())
    .addHelpText(
      'after',
      `
Exit code: 0 conforms or answered, 1 the implementation differs,
           2 fault of kit, adapter or environment, nothing run included, 3 usage.`,
    )
    .showHelpAfterError('(groupspec --help teaches the rest)')
    .exitOverride();
  try {
    const asked = verbIn(argv);
    for (const { name, description, load } of VERBS) {
      const verb = program.command(name).description(description);
      if (name === asked) (await load())(verb, finish);
    }
    for (const command of allBelow(program)) command.exitOverride();
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    return explainError(error);
  }
  return code;
}

/** The verb to run, or to tell about. */
function verbIn(argv: readonly string[]): string | undefined {
  const [first, second] = argv.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

function allBelow(command: Command): Command[] {
  return command.commands.flatMap((own) => [own, ...allBelow(own)]);
}

function explainError(error: unknown): number {
  if (error instanceof CommanderError) {
    // Help and version end this way too, with exit code 0.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  if (error instanceof InvalidDataError) {
    for (const problem of error.problems) process.stderr.write(`${formatProblem(problem)}\n`);
    const count = error.problems.length;
    process.stderr.write(`${count} ${count === 1 ? 'problem' : 'problems'}\n`);
    return EXIT.usage;
  }
  if (error instanceof UsageError) {
    process.stderr.write(`groupspec: ${error.message}\n`);
    return EXIT.usage;
  }
  if (error instanceof Fault) {
    process.stderr.write(`groupspec: ${error.message}\n`);
    return EXIT.fault;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`groupspec: a fault of the kit itself, please report it\n${text}\n`);
  return EXIT.fault;
}
