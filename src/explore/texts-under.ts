/** Texts that stand under one of these names, at any depth and in their order. */
export function* textsUnder(names: readonly string[], value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, own] of Object.entries(value)) {
    if (typeof own === 'string' && names.includes(name)) yield own;
    else yield* textsUnder(names, own);
  }
}
