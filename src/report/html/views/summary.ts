import type { FamilySummary } from '../../report.js';
import { NO_FILTER, SHOWN_VERDICTS, worstOf, writeFilter } from '../filter.js';
import { type Fragment, type Html, html } from '../html.js';
import type {
  PageData,
  PageFamily,
  PageImplementation,
  PageOutcome,
  ShownVerdict,
} from '../page-data.js';
import { badge, levelBadge, VERDICT_WORDS } from './verdict.js';

/** Levels and rule families of one implementation, or a matrix of several. */
export function summaryView(data: PageData): Html {
  const [only, ...others] = data.implementations;
  if (only === undefined) return html``;
  return others.length === 0
    ? html`${levelsTable(only)}${familiesTable(data, only)}`
    : matrix(data);
}

function levelsTable({ levels }: PageImplementation): Html | null {
  if (levels.length === 0) return null;
  return html`<section aria-labelledby="levels">
<h2 id="levels">Levels</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="levels"><table class="levels stacked">
<thead><tr><th scope="col">Level</th><th scope="col">Outcome</th><th scope="col" class="number">Cases that ran</th><th scope="col">Why not granted</th></tr></thead>
<tbody>${levels.map(
    (level) => html`<tr>
<th scope="row">${level.title}<br><code>${level.level}</code></th>
<td>${levelBadge(level)}</td>
<td class="number" data-name="ran:">${level.ran} of ${level.cases}${level.beyond > 0 ? html` <span class="quiet">(${level.beyond} need not)</span>` : null}</td>
<td>${
      level.reasons.length === 0
        ? html`<span class="quiet">it is granted</span>`
        : html`<ul>${level.reasons.map(({ reason, cases }) => html`<li>${reason}${cases > 0 ? ` (${cases})` : ''}</li>`)}</ul>`
    }</td></tr>`,
  )}</tbody></table></div></section>`;
}

function familiesTable({ families }: PageData, implementation: PageImplementation): Html {
  const verdicts = SHOWN_VERDICTS.toReversed().filter(
    (verdict) => implementation.summary[verdict] > 0 || verdict === 'pass' || verdict === 'fail',
  );
  const counts = countsByFamily(implementation);
  return html`<section aria-labelledby="families">
<h2 id="families">Rule families</h2>
<p class="hint">Results by the family of the first rule that their case cites. A number leads to its cases.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="families"><table class="families">
<thead><tr><th scope="col">Family</th><th scope="col" class="share-head">Share</th>${verdicts.map((verdict) => html`<th scope="col" class="number">${VERDICT_WORDS[verdict]}</th>`)}</tr></thead>
<tbody>${families.map(({ family, title }) => {
    const own = counts.get(family) ?? NOTHING;
    return html`<tr><th scope="row"><a href="#${writeFilter({ ...NO_FILTER, family })}">${family}</a> <span class="family-title">${title}</span></th>
<td class="share">${shareBar(own)}</td>
${verdicts.map((verdict) => html`<td class="number">${countLink(own[verdict], verdict, family)}</td>`)}</tr>`;
  })}</tbody>
<tfoot><tr><th scope="row">All</th><td class="share">${shareBar(implementation.summary)}</td>${verdicts.map(
    (verdict) =>
      html`<td class="number">${countLink(implementation.summary[verdict], verdict, '')}</td>`,
  )}</tr></tfoot></table></div></section>`;
}

type Counts = Readonly<Record<ShownVerdict, number>>;

const NOTHING: Counts = { pass: 0, fail: 0, known: 0, skip: 0, inconclusive: 0, error: 0 };

export function countsByFamily({ families }: PageImplementation): Map<string, Counts> {
  return new Map(families.map((one) => [one.family, countsOf(one)]));
}

function countsOf({ counts, known }: FamilySummary): Counts {
  return { ...counts, fail: counts.fail - known, known };
}

function countLink(count: number, verdict: ShownVerdict, family: string): Fragment {
  if (count === 0) return html`<span class="none">0</span>`;
  const filter = writeFilter({ ...NO_FILTER, verdicts: [verdict], family });
  return html`<a class="count ${verdict}" href="#${filter}">${count}</a>`;
}

/** Decoration: the numbers stand beside it. */
function shareBar(counts: Counts): Html {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = SHOWN_VERDICTS.toReversed().filter((verdict) => counts[verdict] > 0);
  return html`<span class="bar" aria-hidden="true">${parts.map(
    (verdict) =>
      html`<span class="${verdict}" style="flex-grow:${((100 * counts[verdict]) / total).toFixed(2)}"></span>`,
  )}</span>`;
}

function matrix(data: PageData): Html {
  const { implementations, families } = data;
  const [first] = implementations;
  const counts = implementations.map(countsByFamily);
  return html`<section aria-labelledby="matrix">
<h2 id="matrix">Matrix</h2>
<p class="hint">A cell says the worst of its results and how many they are; it leads to their cases. A family can be opened.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="matrix"><table class="matrix">
<thead><tr><td></td>${implementations.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
${
  first === undefined || first.levels.length === 0
    ? null
    : html`<tbody><tr class="group"><th scope="rowgroup" colspan="${implementations.length + 1}">Levels</th></tr>
${first.levels.map(
  ({ level, title }) =>
    html`<tr><th scope="row">${title}<br><code>${level}</code></th>${implementations.map(
      ({ levels }) => {
        const own = levels.find((one) => one.level === level);
        return html`<td>${own === undefined ? null : html`${levelBadge(own)}<br><span class="quiet">${own.ran} of ${own.cases} cases</span>`}</td>`;
      },
    )}</tr>`,
)}</tbody>`
}
<tbody><tr class="group"><th scope="rowgroup" colspan="${implementations.length + 1}">Rule families</th></tr></tbody>
${families.map((family) => familyBody(family, counts))}
</table></div></section>`;
}

/** A body of its own, so that its cases can be put behind it. */
function familyBody({ family, title }: PageFamily, counts: readonly Map<string, Counts>[]): Html {
  return html`<tbody data-family="${family}"><tr>
<th scope="row"><button type="button" class="expand" aria-expanded="false"><span class="arrow" aria-hidden="true">▸</span> ${family}</button> <span class="family-title">${title}</span></th>
${counts.map((own, of) => html`<td>${matrixCell(own.get(family) ?? NOTHING, family, of)}</td>`)}</tr></tbody>`;
}

function matrixCell(counts: Counts, family: string, of: number): Html {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return html`<span class="none">no result</span>`;
  const worst = worstIn(counts);
  const count = counts[worst];
  const words = `${count === total ? `all ${total}` : `${count} of ${total}`} ${VERDICT_WORDS[worst]}`;
  const filter = writeFilter({ ...NO_FILTER, verdicts: [worst], family, of });
  return html`<a class="cell" href="#${filter}">${badge(worst, words)}</a>`;
}

/** What could not be tried tells least: only where it is all there is. */
function worstIn(counts: Counts): ShownVerdict {
  const order: readonly ShownVerdict[] = ['fail', 'error', 'inconclusive', 'known', 'pass', 'skip'];
  return order.find((verdict) => counts[verdict] > 0) ?? 'skip';
}

/** Rows of the cases of a family, to stand below it in the matrix. */
export function matrixCases({ cases }: PageData, family: string): Html {
  return html`${cases
    .filter((own) => own.family === family)
    .map(
      ({ id, title, outcomes }) =>
        html`<tr class="case-row"><th scope="row"><a href="#${writeFilter({ ...NO_FILTER, open: id })}">${title}</a><br><code>${id}</code></th>${outcomes.map(
          (own) => html`<td>${caseCell(own)}</td>`,
        )}</tr>`,
    )}`;
}

function caseCell(outcomes: readonly PageOutcome[]): Html {
  if (outcomes.length === 0) return html`<span class="none">no result</span>`;
  const worst = worstOf({ outcomes: [outcomes] });
  const isWhole = outcomes.every(({ verdict }) => verdict === worst);
  return badge(worst, isWhole ? VERDICT_WORDS[worst] : `${VERDICT_WORDS[worst]}, in part`);
}
