import type { PageCase, ShownVerdict } from './page-data.js';

/** Which cases a reader wants to see. */
export interface Filter {
  readonly text: string;
  /** Empty: all. */
  readonly verdicts: readonly ShownVerdict[];
  /** Empty: all. */
  readonly family: string;
  readonly api: string;
  /** Place of the implementation that the verdicts are about; null: any. */
  readonly of: number | null;
  /** The case that is looked at. */
  readonly open: string | null;
}

export const NO_FILTER: Filter = {
  text: '',
  verdicts: [],
  family: '',
  api: '',
  of: null,
  open: null,
};

/** Worst first: the order of a list, and which verdict stands for several. */
export const SHOWN_VERDICTS: readonly ShownVerdict[] = [
  'fail',
  'error',
  'inconclusive',
  'known',
  'skip',
  'pass',
];

/** The part of a page's address that brings a filter back, without its `#`; empty for none. */
export function writeFilter({ text, verdicts, family, api, of, open }: Filter): string {
  const parameters = new URLSearchParams();
  if (text !== '') parameters.set('text', text);
  if (verdicts.length > 0) parameters.set('verdict', verdicts.join(' '));
  if (family !== '') parameters.set('family', family);
  if (api !== '') parameters.set('api', api);
  if (of !== null) parameters.set('of', String(of));
  if (open !== null) parameters.set('case', open);
  return parameters.toString();
}

/** Whatever it does not understand it leaves out: addresses are typed by people, too. */
export function readFilter(hash: string): Filter {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const words = (parameters.get('verdict') ?? '').split(/[ ,]/);
  const of = parameters.get('of');
  return {
    text: parameters.get('text') ?? '',
    verdicts: SHOWN_VERDICTS.filter((verdict) => words.includes(verdict)),
    family: parameters.get('family') ?? '',
    api: parameters.get('api') ?? '',
    of: of !== null && /^\d+$/.test(of) ? Number(of) : null,
    open: parameters.get('case'),
  };
}

/** A case with what is looked for in it, made once. */
export interface Searchable {
  readonly own: PageCase;
  readonly worst: ShownVerdict;
  readonly text: string;
}

/** By the worst verdict, then by id. */
export function searchable(cases: readonly PageCase[]): Searchable[] {
  return cases
    .map((own) => ({ own, worst: worstOf(own), text: textOf(own) }))
    .sort((a, b) => rank(a.worst) - rank(b.worst) || (a.own.id < b.own.id ? -1 : 1));
}

export function selected(all: readonly Searchable[], filter: Filter): Searchable[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(
    ({ own, text }) =>
      (filter.family === '' || own.family === filter.family) &&
      (filter.api === '' || own.apis.includes(filter.api)) &&
      hasVerdict(own, filter) &&
      words.every((word) => text.includes(word)),
  );
}

function hasVerdict({ outcomes }: PageCase, { verdicts, of }: Filter): boolean {
  const own = of === null ? outcomes.flat() : (outcomes[of] ?? []);
  if (verdicts.length === 0) return own.length > 0;
  return own.some(({ verdict }) => verdicts.includes(verdict));
}

export function worstOf({ outcomes }: Pick<PageCase, 'outcomes'>): ShownVerdict {
  const verdicts = outcomes.flat().map(({ verdict }) => verdict);
  return SHOWN_VERDICTS.find((verdict) => verdicts.includes(verdict)) ?? 'skip';
}

function rank(verdict: ShownVerdict): number {
  return SHOWN_VERDICTS.indexOf(verdict);
}

function textOf({ id, title, rules, apis, outcomes }: PageCase): string {
  const told = outcomes
    .flat()
    .flatMap(({ reason, failure, deviation }) => [
      reason,
      failure?.summary,
      deviation?.title,
      deviation?.reason,
    ]);
  return [id, title, ...rules, ...apis, ...told].filter(Boolean).join('\n').toLowerCase();
}
