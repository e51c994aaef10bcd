/**
 * Keys besides those that every page has: `/` goes to the search, the arrow keys go from one case to
 * the next, Home and End to the first and last that are there.
 */
export function moveByKeys(list: HTMLElement, search: HTMLElement): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    if (key === '/' && !target.matches('input, select, textarea')) {
      event.preventDefault();
      search.focus();
      return;
    }
    const row = target.matches('summary') ? target.closest('ol.cases > li') : null;
    if (row === null) return;
    const next = neighbour(list, row, key);
    if (next === null) return;
    event.preventDefault();
    next.querySelector<HTMLElement>('summary')?.focus();
  });
}

function neighbour(list: HTMLElement, row: Element, key: string): Element | null {
  switch (key) {
    case 'ArrowDown':
      return row.nextElementSibling;
    case 'ArrowUp':
      return row.previousElementSibling;
    case 'Home':
      return list.firstElementChild;
    case 'End':
      return list.lastElementChild;
    default:
      return null;
  }
}
