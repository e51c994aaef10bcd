import { type Filter, type Searchable, SHOWN_VERDICTS } from '../filter.js';
import { type Html, html } from '../html.js';
import type { PageCase, PageData, PageOutcome } from '../page-data.js';
import { badge, VERDICT_WORDS } from './verdict.js';

/** The part of the page with the filters; its list is filled by the page's script. */
export function resultsView(data: PageData): Html {
  const apis = [...new Set(data.cases.flatMap((one) => one.apis))].sort();
  const found = SHOWN_VERDICTS.filter((verdict) =>
    data.implementations.some(({ summary }) => summary[verdict] > 0),
  );
  return html`<section aria-labelledby="results" class="results">
<h2 id="results">Cases</h2>
<form class="filters" role="search" aria-label="Filter the cases">
<label class="search">Search<input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="words of a title, a rule, an error …"></label>
<fieldset><legend>Verdict</legend>${found.map(
    (verdict) =>
      html`<label class="chip"><input type="checkbox" name="verdict" value="${verdict}"> ${badge(verdict)}</label>`,
  )}</fieldset>
<label>Family<select name="family"><option value="">all</option>${data.families.map(({ family, title }) => html`<option value="${family}">${family} – ${title}</option>`)}</select></label>
<label>API<select name="api"><option value="">all</option>${apis.map((api) => html`<option>${api}</option>`)}</select></label>
${
  data.implementations.length > 1
    ? html`<label>Verdict of<select name="of"><option value="">any</option>${data.implementations.map(({ name }, index) => html`<option value="${index}">${name}</option>`)}</select></label>`
    : null
}
<button type="reset">Clear</button>
</form>
<p class="found" role="status" aria-live="polite"></p>
<ol class="cases"></ol>
<p class="more"><button type="button" hidden>Show more</button></p>
<noscript><p class="panel">The list of cases needs JavaScript, which is part of this file: nothing is loaded from elsewhere.</p></noscript>
</section>`;
}

/** One case, closed; what it holds is made when it is opened. */
export function caseRow({ own, worst }: Searchable, data: PageData): Html {
  return html`<li><details data-case="${own.id}"><summary>
<span class="case-verdict">${badge(worst)}</span>
<span class="case-title">${own.title}</span>
<span class="case-id"><code>${own.id}</code> <span class="quiet">${own.rules.join(' ')}</span></span>
${versionsOf(own, data)}
</summary><div class="case-body"></div></details></li>`;
}

/** Where versions or implementations fare differently, each by its word. */
function versionsOf({ outcomes }: PageCase, { implementations }: PageData): Html | null {
  if (implementations.length > 1) {
    return html`<span class="case-versions">${outcomes.map((own, index) =>
      own.length === 0
        ? null
        : html`<span class="by"><span class="who">${implementations[index]?.name ?? ''}</span> ${[...new Set(own.map(({ verdict }) => verdict))].map((verdict) => badge(verdict))}</span>`,
    )}</span>`;
  }
  const own = outcomes[0] ?? [];
  if (own.every(({ swept }) => swept === null)) return null;
  return html`<span class="case-versions">${own.map((outcome) => html`<span class="by"><span class="who">${versionText(outcome)}</span> ${VERDICT_WORDS[outcome.verdict]}</span>`)}</span>`;
}

/** `Heartbeat v0–v3, v5` */
export function versionText({ swept }: Pick<PageOutcome, 'swept'>): string {
  if (swept === null) return '';
  const runs: [number, number][] = [];
  for (const version of swept.versions) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === version - 1) last[1] = version;
    else runs.push([version, version]);
  }
  const texts = runs.map(([from, to]) => (from === to ? `v${from}` : `v${from}–v${to}`));
  return `${swept.api} ${texts.join(', ')}`;
}

/** `34 of 812 cases, with 1 filter` */
export function foundText(found: number, total: number, filter: Filter): string {
  const cases = `${found} of ${total} case${total === 1 ? '' : 's'}`;
  const { text, verdicts, family, api, of } = filter;
  const isFiltered =
    text !== '' || verdicts.length > 0 || family !== '' || api !== '' || of !== null;
  return isFiltered ? `${cases}. The address of this page keeps the filter.` : cases;
}
