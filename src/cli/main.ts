import { Command, CommanderError } from 'commander';
import { AdapterError } from '../adapter/adapter.js';
import { CheckoutNeededError } from '../mutants/checkout.js';
import { ReferenceFailsError } from '../mutants/run-mutants.js';
import { NotPromotedError } from '../promote.js';
import { ServerError } from '../server/server-error.js';
import { packageVersion } from '../spec/package-root.js';
import { formatProblem, InvalidDataError } from '../spec/problem.js';
import { NothingSelectedError } from '../suite/select-cases.js';
import { addCertificate } from './certificate.js';
import { addDeviations } from './deviations.js';
import { EXIT, UsageError } from './exit-codes.js';
import { addExplain } from './explain.js';
import { addExplore } from './explore.js';
import { addGate } from './gate.js';
import { addGenerate } from './generate.js';
import { addList } from './list.js';
import { addMutants } from './mutants.js';
import { addMutation } from './mutation.js';
import { OutputError, watchStreams } from './output.js';
import { addPromote } from './promote.js';
import { addReport } from './report.js';
import { addCertify, addRun } from './run.js';
import { addServe } from './serve.js';
import { addValidate } from './validate.js';

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
  addCertify(program, finish);
  addRun(program, finish);
  addReport(program, finish);
  addDeviations(program, finish);
  addCertificate(program, finish);
  addExplore(program, finish);
  addServe(program, finish);
  addList(program, finish);
  addExplain(program, finish);
  addValidate(program, finish);
  addMutants(program, finish);
  addMutation(program, finish);
  addGate(program, finish);
  addGenerate(program, finish);
  addPromote(program, finish);
  for (const command of allBelow(program)) command.exitOverride();
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    return explainError(error);
  }
  return code;
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
  if (
    error instanceof NothingSelectedError ||
    error instanceof AdapterError ||
    error instanceof NotPromotedError ||
    error instanceof CheckoutNeededError ||
    error instanceof ReferenceFailsError ||
    error instanceof ServerError ||
    error instanceof OutputError
  ) {
    process.stderr.write(`groupspec: ${error.message}\n`);
    return EXIT.fault;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`groupspec: a fault of the kit itself, please report it\n${text}\n`);
  return EXIT.fault;
}
