import {
  type Filter,
  NO_FILTER,
  readFilter,
  type Searchable,
  searchable,
  selected,
  writeFilter,
} from '../filter.js';
import type { PageData } from '../page-data.js';
import { caseBody } from '../views/case-body.js';
import { caseRow, foundText } from '../views/case-list.js';
import { readForm, writeForm } from './filter-form.js';
import { moveByKeys } from './keys.js';
import { required } from './required.js';

/** Rows that are made at once: more than any screen shows. */
const CHUNK = 50;

/** The list of cases: filtered by the form and the address, made as far as it is looked at. */
export function startList(data: PageData): void {
  const form = required(document, 'form.filters') as HTMLFormElement;
  const list = required(document, 'ol.cases');
  const found = required(document, '.found');
  const more = required(document, '.more button');
  const all = searchable(data.cases);
  const byId = new Map(data.cases.map((own) => [own.id, own]));
  let shown: readonly Searchable[] = [];
  let made = 0;

  const make = (count: number) => {
    const next = shown.slice(made, made + count);
    list.insertAdjacentHTML('beforeend', next.map((one) => caseRow(one, data).html).join(''));
    made += next.length;
    more.hidden = made >= shown.length;
  };

  const show = (filter: Filter) => {
    shown = selected(all, filter);
    made = 0;
    list.replaceChildren();
    make(CHUNK);
    found.textContent = foundText(shown.length, all.length, filter);
  };

  const fill = (details: HTMLDetailsElement) => {
    const body = required(details, '.case-body');
    const own = byId.get(details.dataset['case'] ?? '');
    if (own !== undefined && body.childElementCount === 0)
      body.innerHTML = caseBody(own, data).html;
  };

  /** Opens a case and goes to it, whether the filter would show it or not. */
  const open = (id: string) => {
    let place = shown.findIndex(({ own }) => own.id === id);
    if (place < 0) {
      show({ ...NO_FILTER, open: id });
      place = shown.findIndex(({ own }) => own.id === id);
    }
    if (place < 0) return;
    if (place >= made) make(place - made + CHUNK);
    const details = list.querySelector<HTMLDetailsElement>(`[data-case="${CSS.escape(id)}"]`);
    if (details === null) return;
    fill(details);
    details.open = true;
    details.scrollIntoView({ block: 'start' });
    required(details, 'summary').focus({ preventScroll: true });
  };

  const readAddress = (goes: boolean) => {
    const filter = readFilter(location.hash);
    writeForm(form, filter);
    show(filter);
    if (filter.open !== null) open(filter.open);
    else if (goes) required(document, '#results').scrollIntoView({ block: 'start' });
  };

  const readTyped = () => {
    const filter: Filter = { ...readForm(form), open: null };
    const hash = writeFilter(filter);
    // Typing makes no history.
    history.replaceState(
      null,
      '',
      `${location.pathname}${location.search}${hash === '' ? '' : `#${hash}`}`,
    );
    show(filter);
  };

  form.addEventListener('input', readTyped);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    writeForm(form, NO_FILTER);
    readTyped();
  });
  addEventListener('hashchange', () => readAddress(true));
  list.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open && target.dataset['case'])
        fill(target);
    },
    true,
  );
  more.addEventListener('click', () => make(CHUNK));
  new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) make(CHUNK);
    },
    { rootMargin: '600px' },
  ).observe(required(document, '.more'));
  addEventListener('beforeprint', () => make(shown.length));
  moveByKeys(list, required(form, 'input[type=search]'));
  readAddress(false);
}
