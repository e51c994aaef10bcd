import type { MessageValue } from '../../protocol/message-body.js';

/** A case says something that cannot be carried out; a sentence for its author. */
export class CaseError extends Error {}

/**
 * A member has no id although the case has come to where it must have one. Cases are checked before
 * they run, so it is the implementation that has not given it.
 */
export class UnboundMemberError extends CaseError {
  readonly member: string;

  constructor(member: string) {
    super(`${member} has no member id yet`);
    this.member = member;
  }
}

/** What the words of a case mean while it runs, or stand-ins while it is only checked. */
export interface Vocabulary {
  /** Value of `$name`; undefined while unbound. Throws CaseError when no such symbol can exist. */
  symbol(name: string): MessageValue | undefined;
  /** Unique name of a case's local group name; '' stays ''. */
  groupId(local: string): string;
  errorCode(name: string): number;
  /** Milliseconds. */
  duration(expression: string | number): number;
}

/** `$A`, `$generation`, `$generation + 1` */
export interface SymbolReference {
  readonly name: string;
  readonly offset: number;
}

const REFERENCE = /^\$([A-Za-z][A-Za-z0-9]*)(?:\s*([+-])\s*(\d+))?$/;

export function parseSymbol(text: unknown): SymbolReference | null {
  if (typeof text !== 'string' || !text.startsWith('$')) return null;
  const match = REFERENCE.exec(text);
  if (match === null) {
    throw new CaseError(`'${text}' is no symbol; write e.g. $A, $generation or $generation + 1`);
  }
  const [, name = '', sign, amount] = match;
  return { name, offset: amount === undefined ? 0 : Number(amount) * (sign === '-' ? -1 : 1) };
}

export function addOffset(value: MessageValue, reference: SymbolReference): MessageValue {
  if (reference.offset === 0) return value;
  if (typeof value === 'number') return value + reference.offset;
  if (typeof value === 'bigint') return value + BigInt(reference.offset);
  throw new CaseError(`$${reference.name} is no number, so nothing can be added to it`);
}
