import type { JsonFormat } from '../spec/json-source.js';

/** Of what `explore --reporter json` writes. */
export const EXPLORATION_FORMAT: JsonFormat = { name: 'exploration', version: 1 };
