import { closest } from 'fastest-levenshtein';
import { ControlError } from './control-error.js';

type Body = Readonly<Record<string, unknown>>;

/** Refuses fields of other names: a field that is spelt wrong would be taken for absent. */
export function allowFields(body: Body, ...names: readonly string[]): void {
  const stranger = Object.keys(body).find((name) => !names.includes(name));
  if (stranger === undefined) return;
  const hint =
    names.length > 0 ? `; did you mean '${closest(stranger, [...names])}'?` : '; it takes none';
  throw new ControlError(400, `there is no field '${stranger}'${hint}`);
}

/** Null for a field that is null or absent. */
export function textField(body: Body, name: string): string | null {
  const value = body[name] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw new ControlError(400, `'${name}' must be a text`);
}

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
}

/** Null for a field that is null or absent. */
export function integerField(body: Body, name: string, { min, max }: NumberLimits): number | null {
  const value = body[name] ?? null;
  if (value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
    return value;
  }
  throw new ControlError(400, `'${name}' must be a whole number from ${min} to ${max}`);
}

/** Null for a field that is null or absent. */
export function choiceField<Choice extends string>(
  body: Body,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const value = textField(body, name);
  if (value === null) return null;
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw new ControlError(
    400,
    `'${name}' cannot be '${value}'; did you mean ${closest(value, [...choices])}? Known: ${choices.join(', ')}`,
  );
}

export function required<Value>(value: Value | null, name: string): Value {
  if (value !== null) return value;
  throw new ControlError(400, `the field '${name}' is missing`);
}
