import { type Filter, SHOWN_VERDICTS } from '../filter.js';

/** What the form says; which case is looked at is not in it. */
export function readForm(form: HTMLFormElement): Omit<Filter, 'open'> {
  const values = new FormData(form);
  const text = (name: string) => String(values.get(name) ?? '');
  const chosen = values.getAll('verdict').map(String);
  const of = text('of');
  return {
    text: text('text').trim(),
    verdicts: SHOWN_VERDICTS.filter((verdict) => chosen.includes(verdict)),
    family: text('family'),
    api: text('api'),
    of: of === '' ? null : Number(of),
  };
}

export function writeForm(form: HTMLFormElement, filter: Filter): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.name === 'verdict') {
      control.checked = filter.verdicts.some((verdict) => verdict === control.value);
    } else if (control instanceof HTMLInputElement && control.name === 'text') {
      if (control.value.trim() !== filter.text) control.value = filter.text;
    } else if (control instanceof HTMLSelectElement) {
      control.value = selectedValue(control.name, filter);
    }
  }
}

function selectedValue(name: string, { family, api, of }: Filter): string {
  switch (name) {
    case 'family':
      return family;
    case 'api':
      return api;
    default:
      return of === null ? '' : String(of);
  }
}
