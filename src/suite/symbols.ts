import type { MessageValue } from '../protocol/message-body.js';

/**
 * Symbols of one run of a case: ids that the implementation makes up, the generation, marked
 * moments. Bound on first sight, compared by identity from then on (docs/design.md §4).
 */
export class Symbols {
  readonly #values: Map<string, MessageValue>;

  constructor(values: Iterable<readonly [string, MessageValue]> = []) {
    this.#values = new Map(values);
  }

  get(name: string): MessageValue | undefined {
    return this.#values.get(name);
  }

  bind(name: string, value: MessageValue): void {
    this.#values.set(name, value);
  }

  /** A copy to try an outcome on; `adopt` keeps it. */
  fork(): Symbols {
    return new Symbols(this.#values);
  }

  adopt(other: Symbols): void {
    for (const [name, value] of other.#values) this.#values.set(name, value);
  }

  /** The symbol that stands for an id, so that no made-up text reaches a report. */
  nameOf(value: MessageValue): string | undefined {
    if (typeof value !== 'string' || value === '') return undefined;
    for (const [name, bound] of this.#values) if (bound === value) return name;
    return undefined;
  }
}
