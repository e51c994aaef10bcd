import pc from 'picocolors';
import { CHANGES, type Change, type ChangeKind, type Diff, exitCodeOfDiff } from './change.js';
import { counted } from './counted.js';

/** For a person: what else is different, what is worse, what is better, and the sum. */
export function prettyDiff(diff: Diff, color: boolean): string {
  const colors = pc.createColors(color);
  const kinds = Object.keys(CHANGES) as ChangeKind[];
  const blocks = kinds.flatMap((kind) => {
    const own = diff.changes.filter((one) => one.kind === kind);
    if (own.length === 0) return [];
    const { title, effect } = CHANGES[kind];
    const painted = effect === 'worse' ? colors.red(title) : colors.green(title);
    return [painted, ...own.map(changeLine), ''];
  });
  return `${[...circumstanceLines(diff), ...blocks, sumLine(diff, colors)].join('\n')}\n`;
}

function circumstanceLines({ circumstances }: Diff): string[] {
  if (circumstances.length === 0) return [];
  const lines = circumstances.map(({ path, left, right }) => `  ${path}: ${left} → ${right}`);
  return ['not run alike', ...lines, ''];
}

function changeLine({ what, text }: Change): string {
  return `  ${[what, text].filter((word) => word !== null && word !== '').join('  ')}`;
}

function sumLine(diff: Diff, colors: ReturnType<typeof pc.createColors>): string {
  const worse = diff.changes.filter(({ effect }) => effect === 'worse').length;
  const better = diff.changes.length - worse;
  const words = [
    ...(worse > 0 ? [`${worse} for the worse`] : []),
    ...(better > 0 ? [`${better} for the better`] : []),
  ].join(', ');
  if (exitCodeOfDiff(diff) === 1) {
    return `${colors.red('✘')} ${counted(diff.changes.length, 'change')}: ${words}`;
  }
  const sum = words === '' ? 'the same verdicts' : `${counted(better, 'change')}: ${words}`;
  return `${colors.green('✔')} ${sum}`;
}
