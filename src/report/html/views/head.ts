import { type Html, html } from '../html.js';
import type { PageData, PageImplementation } from '../page-data.js';
import { runBadge } from './verdict.js';

/** Names of implementations that nobody has given a title are commands. */
const LONG = 60;

export function pageTitle({ implementations }: PageData): string {
  const [first, ...others] = implementations.map(({ name }) => name);
  if (first === undefined) return 'groupspec';
  return others.length === 0
    ? `${first} against groupspec`
    : `${implementations.length} implementations against groupspec`;
}

export function headView(data: PageData): Html {
  const [only, ...others] = data.implementations;
  return html`<header class="page-head">
<p class="product">groupspec ${data.kitVersion} · conformance of Kafka group coordinators</p>
${only !== undefined && others.length === 0 ? single(only) : several(data)}
</header>`;
}

function single(implementation: PageImplementation): Html {
  return html`<h1${implementation.name.length > LONG ? html` class="long"` : null}>${implementation.name}</h1>
<p class="sentence">${runBadge(implementation.verdict)} ${implementation.sentence}</p>
${problems(implementation)}
${facts(implementation)}`;
}

function several({ implementations }: PageData): Html {
  return html`<h1>${implementations.length} implementations, side by side</h1>
<ul class="verdicts">${implementations.map(
    (one) => html`<li>
<details><summary>${runBadge(one.verdict)} <strong>${one.name}</strong>: ${one.sentence}</summary>
${problems(one)}${facts(one)}</details></li>`,
  )}</ul>`;
}

function problems({ problems: all }: PageImplementation): Html | null {
  if (all.length === 0) return null;
  return html`<div class="panel fail-panel"><p>What is known of it is not right any more:</p><ul>${all.map((one) => html`<li>${one}</li>`)}</ul></div>`;
}

function facts({ facts: all }: PageImplementation): Html {
  return html`<dl class="facts">${all.map(
    ({ name, value, wide }) =>
      html`<div${wide ? html` class="wide"` : null}><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}
