import type { MessageValue } from '../../protocol/message-body.js';

/**
 * Symbols of one run of a case: ids that the implementation makes up, the generation, marked
 * moments. Bound on first sight, compared by identity from then on (docs/design.md §4).
 */
export class Symbols {
  readonly #own: Map<string, MessageValue>;
  readonly #parent: Symbols | null;

  constructor(
    values: Iterable<readonly [string, MessageValue]> = [],
    parent: Symbols | null = null,
  ) {
    this.#own = new Map(values);
    this.#parent = parent;
  }

  get(name: string): MessageValue | undefined {
    return this.#own.get(name) ?? this.#parent?.get(name);
  }

  bind(name: string, value: MessageValue): void {
    this.#own.set(name, value);
  }

  /** A view to try an outcome on, which sees these symbols; `adopt` keeps what it bound. */
  fork(): Symbols {
    return new Symbols([], this);
  }

  adopt(fork: Symbols): void {
    for (const [name, value] of fork.#own) this.#own.set(name, value);
  }

  /** The symbol that stands for an id, so that no made-up text reaches a report. */
  nameOf(value: MessageValue): string | undefined {
    if (typeof value !== 'string' || value === '') return undefined;
    for (const [name, bound] of this.#own) if (bound === value) return name;
    return this.#parent?.nameOf(value);
  }
}
