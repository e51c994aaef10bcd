import type { Failure } from '../../../suite/verdict.js';
import { type Fragment, type Html, html } from '../html.js';
import { fieldRows } from '../message-fields.js';
import type {
  CaseScript,
  PageCase,
  PageData,
  PageImplementation,
  PageOutcome,
} from '../page-data.js';
import { replayCommand } from '../replay.js';
import { LEGEND, timeline } from '../timeline/index.js';
import { milliseconds } from '../timeline/measure.js';
import { versionText } from './case-list.js';
import { badge } from './verdict.js';

/** Everything about one case, to be shown when it is opened. */
export function caseBody(own: PageCase, data: PageData): Html {
  const several = data.implementations.length > 1;
  const failedAt = own.outcomes.flat().flatMap(({ failure }) => failure?.at ?? []);
  return html`${own.outcomes.map((outcomes, index) => {
    const implementation = data.implementations[index];
    return implementation === undefined || outcomes.length === 0
      ? null
      : outcomesView(own, outcomes, implementation, several);
  })}
${own.script === null ? null : scriptView(own.script, failedAt)}
${rulesView(own, data)}`;
}

function outcomesView(
  own: PageCase,
  outcomes: readonly PageOutcome[],
  implementation: PageImplementation,
  several: boolean,
): Html {
  const command = replayCommand(own.id, implementation.replay);
  return html`<section class="outcomes">
${several ? html`<h3 class="who-head">${implementation.name}</h3>` : null}
${outcomes.map((outcome) => outcomeView(outcome, implementation))}
${
  command === null
    ? null
    : html`<div class="replay"><h3>Run it again</h3><div class="command"><code>${command}</code><button type="button" class="copy" data-copy="${command}">Copy</button></div></div>`
}</section>`;
}

function outcomeView(outcome: PageOutcome, { clock }: PageImplementation): Html {
  const { verdict, reason, failure, deviation, attempts } = outcome;
  const versions = versionText(outcome);
  return html`<article class="outcome">
<p class="outcome-head">${badge(verdict)} ${versions === '' ? null : html`<span class="versions">${versions}</span>`}${attempts > 1 ? html` <span class="quiet">tried ${attempts} times</span>` : null}</p>
${reason === null ? null : html`<p class="reason">${reason}</p>`}
${deviation === null ? null : deviationView(deviation)}
${failure === null ? null : failureView(failure, clock)}
</article>`;
}

function deviationView(deviation: NonNullable<PageOutcome['deviation']>): Html {
  const { title, rules, reason, link, expires } = deviation;
  return html`<div class="panel known-panel"><p><strong>Known: ${title ?? rules.join(' ')}</strong></p><p>${reason}</p>
${link === null ? null : html`<p class="wrap">See ${link}</p>`}${expires === null ? null : html`<p>Known until ${expires}</p>`}</div>`;
}

function failureView(failure: Failure, clock: 'virtual' | 'real'): Html {
  const { short, whole } = timeline(failure, clock);
  return html`<p class="where"><strong>${failure.step}</strong><br><code>${failure.file}:${failure.line}</code> <span class="quiet">${failure.rules.join(' ')}</span></p>
${differencesView(failure)}
<figure class="drawing"><figcaption><h3>Timeline</h3>${whole === null ? null : html`<label class="toggle"><input type="checkbox" class="show-opening"> the opening, too</label>`}</figcaption>
<div class="scroll" tabindex="0" role="group" aria-label="Timeline, scrolls sideways"><div class="short">${short}</div>${whole === null ? null : html`<div class="whole" hidden>${whole}</div>`}</div>
${LEGEND}</figure>
${exchangeView(failure)}`;
}

function differencesView({ differences, summary, kind }: Failure): Html {
  if (differences.length === 0) return html`<div class="panel fail-panel"><p>${summary}</p></div>`;
  return html`${kind === 'differs' ? null : html`<p class="reason">${summary}</p>`}<h3>What differs</h3>
<div class="scroll" tabindex="0" role="group" aria-label="What differs"><table class="differences stacked"><thead><tr><th scope="col">Field</th><th scope="col">Expected</th><th scope="col">Got</th></tr></thead>
<tbody>${differences.map(
    ({ path, expected, actual }) =>
      html`<tr><th scope="row"><code>${path}</code></th><td class="expected" data-name="expected"><code>${expected}</code></td><td class="got" data-name="got"><code>${actual}</code></td></tr>`,
  )}</tbody></table></div>`;
}

function exchangeView({ exchange, omitted, differences }: Failure): Html | null {
  if (exchange.length === 0) return null;
  const wrong = new Set(differences.map(({ request }) => request));
  return html`<details class="exchange"><summary>Messages with their fields (${exchange.length})</summary>
${omitted > 0 ? html`<p class="quiet">${omitted} earlier ones are left out.</p>` : null}
<ol class="messages">${exchange.map((message) => {
    const isAnswer = message.direction === 'answer';
    const differs = isAnswer && wrong.has(message.request);
    return html`<li class="message ${isAnswer ? 'answer' : 'request'}${differs ? ' differs' : ''}">
<p><span class="time">${milliseconds(message.at)}</span> <strong>${message.member} ${isAnswer ? '←' : '→'} ${message.api} v${message.version}</strong> <span class="quiet">request ${message.request}${isAnswer ? ', its answer' : ''}</span>${differs ? html` <span class="differs-word">differs</span>` : null}</p>
${fieldsTable(message.body)}</li>`;
  })}</ol></details>`;
}

function fieldsTable(body: string): Html {
  const rows = fieldRows(body);
  if (rows.length === 0) return html`<p class="quiet">no field</p>`;
  return html`<table class="fields"><tbody>${rows.map(
    ({ depth, name, value }) =>
      html`<tr><th scope="row" class="depth-${Math.min(depth, 4)}">${name}</th><td><code>${value}</code></td></tr>`,
  )}</tbody></table>`;
}

function scriptView(
  { file, comment, opening, steps }: CaseScript,
  failedAt: readonly Failure['at'][],
): Html {
  const mark = (at: Failure['at']): Fragment =>
    failedAt.includes(at) ? html` <span class="differs-word">✘ differs here</span>` : null;
  return html`<section class="script"><h3>Steps</h3><p class="quiet"><code>${file}</code></p>
${comment === null ? null : html`<p>${comment}</p>`}
${
  opening === null
    ? null
    : html`<p class="opening"><strong>Opening <code>${opening.name}</code></strong>${mark('opening')}</p><ul>${opening.steps.map((step) => html`<li>${step}</li>`)}</ul>`
}
<ol>${steps.map(
    ({ text, expects, line, when }, index) =>
      html`<li${failedAt.includes(index + 1) ? html` class="differs"` : null}>${text}${when === null ? null : html` <span class="quiet">(versions ${when})</span>`}${mark(index + 1)} <span class="quiet">line ${line}</span>${expects === null ? null : html`<br><code class="expects">→ ${expects}</code>`}</li>`,
  )}</ol></section>`;
}

function rulesView({ rules }: PageCase, data: PageData): Html {
  return html`<section class="rules"><h3>Rules</h3><dl>${rules.map((id) => {
    const rule = data.rules[id];
    if (rule === undefined) return html`<dt>${id}</dt><dd class="quiet">not in this kit</dd>`;
    return html`<dt><code>${id}</code> <span class="level">${rule.level}</span> ${rule.title}</dt><dd>${rule.statement}${rule.differs.map(({ profile, statement }) => html`<p><strong>In ${profile}:</strong> ${statement}</p>`)}</dd>`;
  })}</dl></section>`;
}
