import type { RunVerdict } from '../../report.js';
import type { ReportedLevel } from '../../reporter.js';
import { type Html, html } from '../html.js';
import type { ShownVerdict } from '../page-data.js';

export const VERDICT_WORDS: Readonly<Record<ShownVerdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  known: 'known to differ',
  skip: 'skipped',
  inconclusive: 'inconclusive',
  error: 'error',
};

const SIGNS: Readonly<Record<ShownVerdict, string>> = {
  pass: '✔',
  fail: '✘',
  known: '≈',
  skip: '–',
  inconclusive: '?',
  error: '!',
};

const RUN_WORDS: Readonly<Record<RunVerdict, readonly [ShownVerdict, string]>> = {
  pass: ['pass', 'conforms'],
  deviates: ['known', 'differs as it is known to'],
  fail: ['fail', 'differs'],
  inconclusive: ['inconclusive', 'no verdict'],
  skip: ['skip', 'no verdict'],
  error: ['error', 'no verdict'],
};

const LEVEL_SIGNS: Readonly<Record<ReportedLevel['outcome'], ShownVerdict>> = {
  granted: 'pass',
  failed: 'fail',
  'not run': 'skip',
};

/** Word, sign and colour: never the colour alone. */
export function badge(verdict: ShownVerdict, text: string = VERDICT_WORDS[verdict]): Html {
  return html`<span class="badge ${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> ${text}</span>`;
}

export function runBadge(verdict: RunVerdict): Html {
  return badge(...RUN_WORDS[verdict]);
}

export function levelBadge({
  outcome,
  deviations,
}: Pick<ReportedLevel, 'outcome' | 'deviations'>): Html {
  const known = outcome === 'granted' && deviations > 0;
  return badge(
    known ? 'known' : LEVEL_SIGNS[outcome],
    known ? `granted, ${deviations} known to differ` : outcome,
  );
}
