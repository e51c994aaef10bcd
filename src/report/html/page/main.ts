import type { PageData } from '../page-data.js';
import { matrixCases } from '../views/summary.js';
import { startList } from './list.js';
import { required } from './required.js';

/** Brings the page to life: everything that it shows besides its head is made here, on demand. */
const data = JSON.parse(required(document, '#data').textContent ?? '') as PageData;

startList(data);

document.addEventListener('click', (event) => {
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (target.matches('.skip-link')) {
    // The address keeps the filter.
    event.preventDefault();
    required(document, 'input[type=search]').focus();
    return;
  }
  const expand = target.closest<HTMLButtonElement>('button.expand');
  if (expand !== null) toggleFamily(expand);
  const copy = target.closest<HTMLButtonElement>('button.copy');
  if (copy !== null) void copyText(copy);
});

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('.show-opening')) return;
  const drawing = target.closest('figure');
  if (drawing === null) return;
  required(drawing, '.short').hidden = target.checked;
  required(drawing, '.whole').hidden = !target.checked;
});

function toggleFamily(button: HTMLButtonElement): void {
  const body = button.closest('tbody');
  if (body === null) return;
  const opens = button.getAttribute('aria-expanded') !== 'true';
  button.setAttribute('aria-expanded', String(opens));
  if (!opens) {
    for (const row of body.querySelectorAll('.case-row')) row.remove();
    return;
  }
  const rows = matrixCases(data, body.dataset['family'] ?? '');
  body.insertAdjacentHTML('beforeend', rows.html);
}

/** A page from a file may not be allowed to use the clipboard; then the command is selected. */
async function copyText(button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    button.textContent = 'Copied';
  } catch {
    const code = button.previousElementSibling;
    if (code !== null) getSelection()?.selectAllChildren(code);
    button.textContent = 'Selected';
  }
}
