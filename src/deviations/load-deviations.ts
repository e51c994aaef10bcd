import { resolve } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { type CheckedFile, checked, readChecked } from '../spec/data-files.js';
import { isDay } from '../spec/day.js';
import { InvalidDataError, type Problem } from '../spec/problem.js';
import { parseYamlSource, type YamlSource } from '../spec/yaml-source.js';
import {
  type Actual,
  type Deviation,
  type DeviationsFile,
  OUTCOMES,
  type Pin,
} from './deviation.js';
import { parsePlace } from './place.js';

interface WrittenFile {
  readonly deviations: readonly WrittenDeviation[];
}

interface WrittenDeviation {
  readonly title?: string;
  readonly rules: readonly string[];
  readonly reason: string;
  readonly link?: string;
  readonly expires?: string;
  readonly sometimes?: true;
  readonly fails: readonly WrittenPin[];
}

interface WrittenPin {
  readonly actual: string | Readonly<Record<string, WrittenValue | readonly WrittenValue[]>>;
  readonly where: Readonly<Record<string, string>>;
}

type WrittenValue = string | number | boolean | null;

interface Known {
  readonly ruleIds: ReadonlySet<string>;
}

/**
 * Reads a file of known deviations. Throws InvalidDataError, also for rules and days that do not
 * exist; whether its cases do is a question to each run.
 */
export function loadDeviations(path: string, known: Known): DeviationsFile {
  return checkedDeviations(readChecked<WrittenFile>(resolve(path), SCHEMA), known);
}

/** The same of a text that was in such a file once. Throws InvalidDataError. */
export function parseDeviations(file: string, text: string, known: Known): DeviationsFile {
  return checkedDeviations(checked<WrittenFile>(parseYamlSource(file, text), SCHEMA), known);
}

const SCHEMA = 'deviations';

function checkedDeviations(
  { source, data, problems }: CheckedFile<WrittenFile>,
  known: Known,
): DeviationsFile {
  if (data === undefined) throw new InvalidDataError(problems);
  const wrong: Problem[] = [];
  const deviations = data.deviations.map((written, index): Deviation => {
    wrong.push(...unknownRules(source, index, written, known), ...badDay(source, index, written));
    return {
      title: written.title ?? null,
      rules: written.rules,
      reason: written.reason.trim(),
      link: written.link ?? null,
      expires: written.expires ?? null,
      sometimes: written.sometimes === true,
      pins: written.fails.map((pin, nth): Pin => {
        const { places, found } = placesOf(source, index, nth, pin);
        wrong.push(...found);
        return { actual: actualOf(pin.actual), places };
      }),
      problem: (message) => source.problemAt(['deviations', index], message),
    };
  });
  if (wrong.length > 0) throw new InvalidDataError(wrong);
  return { file: source.file, text: source.text, deviations };
}

function actualOf(written: WrittenPin['actual']): Actual {
  if (typeof written === 'string') {
    const word = OUTCOMES.find((one) => one === written);
    if (word === undefined) throw new Error(`the schema lets no '${written}' through`);
    return { kind: 'outcome', word };
  }
  return {
    kind: 'values',
    values: new Map(
      Object.entries(written).map(([path, value]) => [
        path,
        (Array.isArray(value) ? value : [value]).map(String),
      ]),
    ),
  };
}

function placesOf(
  source: YamlSource,
  index: number,
  nth: number,
  { where }: WrittenPin,
): { readonly places: Pin['places']; readonly found: readonly Problem[] } {
  const found: Problem[] = [];
  const places = Object.entries(where).flatMap(([text, step]) => {
    const problem = (message: string) =>
      source.problemAtKey(['deviations', index, 'fails', nth, 'where', text], message);
    const place = parsePlace(text, step, problem);
    if (typeof place === 'string') {
      found.push(problem(place));
      return [];
    }
    return [place];
  });
  return { places, found };
}

function unknownRules(
  source: YamlSource,
  index: number,
  { rules }: WrittenDeviation,
  { ruleIds }: Known,
): Problem[] {
  return rules.flatMap((id, nth) =>
    ruleIds.has(id)
      ? []
      : [
          source.problemAt(
            ['deviations', index, 'rules', nth],
            `unknown rule '${id}'; did you mean ${closest(id, [...ruleIds])}?`,
          ),
        ],
  );
}

function badDay(source: YamlSource, index: number, { expires }: WrittenDeviation): Problem[] {
  if (expires === undefined) return [];
  if (isDay(expires)) return [];
  return [source.problemAt(['deviations', index, 'expires'], `there is no day ${expires}`)];
}
