import type { Command } from 'commander';
import pc from 'picocolors';
import { type Check, runGate } from '../gate/gate.js';
import { MUTANT_DEFAULTS } from '../mutants/run-mutants.js';
import { EXIT } from './exit-codes.js';
import { positiveInteger, usesColor } from './options.js';
import { print } from './output.js';

interface GateOptions {
  readonly jobs: number;
  readonly color?: boolean;
}

export function addGate(verb: Command, finish: (code: number) => void): void {
  verb
    .option('-j, --jobs <n>', 'mutants side by side', positiveInteger, MUTANT_DEFAULTS.jobs)
    .option('--no-color', 'plain text even on a terminal')
    .addHelpText(
      'after',
      `
Needs a checkout of groupspec with its development dependencies, built (npm run gate builds).

Exit code: 0 all is well, 1 something is wrong, 2 fault.`,
    )
    .action(async (options: GateOptions) => finish(await gate(options)));
}

async function gate(options: GateOptions): Promise<number> {
  const color = usesColor(options);
  let printing = Promise.resolve();
  const checks = await runGate({
    jobs: options.jobs,
    // In order, however slowly the output is read.
    onCheck: (check) => {
      printing = printing.then(() => print(linesOf(check, color)));
    },
  });
  await printing;
  return checks.every(({ ok }) => ok) ? EXIT.ok : EXIT.differs;
}

function linesOf({ what, ok, said, details }: Check, color: boolean): string {
  const colors = pc.createColors(color);
  const mark = ok ? colors.green('✔') : colors.red('✘');
  return `${mark} ${what}: ${said}\n${details.map((line) => `    ${line}\n`).join('')}`;
}
