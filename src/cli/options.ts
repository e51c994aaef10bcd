import { InvalidArgumentError } from 'commander';

/** Throws InvalidArgumentError. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('a positive integer is needed.');
  return Number(text);
}

/** Throws InvalidArgumentError. */
export function percentage(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) {
    throw new InvalidArgumentError('a whole number from 0 to 100 is needed.');
  }
  return Number(text);
}

/** Colours where a person watches, unless they said no. */
export function usesColor({ color }: { readonly color?: boolean }): boolean {
  return color !== false && process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined;
}
