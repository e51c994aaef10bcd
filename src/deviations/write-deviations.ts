import { stringify } from 'yaml';
import { API_NAMES } from '../protocol/apis.js';
import type { Failure, Result } from '../suite/verdict.js';
import { actualOf, describeActual } from './actual.js';
import { type Actual, NO_REASON_YET } from './deviation.js';
import { formatPlace, formatStep } from './place.js';

/** Wide enough for most case ids with their versions. */
const LINE_WIDTH = 100;

const HEAD = `\
# Every case below is still run. It has to fail as it says here: one that passes, or fails otherwise,
# makes the run fail. A reason '${NO_REASON_YET}' will do for a run, but not for a certificate.
`;

interface Symptom {
  readonly rules: Set<string>;
  readonly pins: Map<string, { readonly actual: Actual; readonly failed: Result[] }>;
  count: number;
}

/**
 * A file that knows every failure of a run, those with the same symptom together and the most
 * frequent first. All reasons are still to be found.
 *
 * @param schemaPath path of the schema from the file, for editors; null for none
 */
export function writeDeviations(results: readonly Result[], schemaPath: string | null): string {
  const symptoms = new Map<string, Symptom>();
  for (const result of results) {
    const { verdict, failure } = result;
    if (verdict !== 'fail' || failure === undefined) continue;
    const actual = actualOf(failure);
    const key = symptomOf(failure, actual);
    const symptom = symptoms.get(key) ?? { rules: new Set(), pins: new Map(), count: 0 };
    symptoms.set(key, symptom);
    symptom.count++;
    symptom.rules.add(failure.rules[0] ?? result.rules[0] ?? '');
    const pinKey = describeActual(actual);
    const pin = symptom.pins.get(pinKey) ?? { actual, failed: [] };
    symptom.pins.set(pinKey, pin);
    pin.failed.push(result);
  }
  const deviations = [...symptoms]
    .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
    .map(([title, { rules, pins }]) => ({
      title,
      rules: [...rules].sort(),
      reason: NO_REASON_YET,
      fails: [...pins.values()]
        .sort((a, b) => b.failed.length - a.failed.length)
        .map(({ actual, failed }) => ({ actual: written(actual), where: placesOf(failed) })),
    }));
  const schema = schemaPath === null ? '' : `# yaml-language-server: $schema=${schemaPath}\n`;
  return `${schema}${HEAD}${stringify({ deviations }, { lineWidth: LINE_WIDTH })}`;
}

/**
 * What different cases have in common when they fail for the same reason: the request and its first
 * field that is wrong, whoever sends it, and the error where that is the field.
 */
function symptomOf({ step }: Failure, actual: Actual): string {
  if (actual.kind === 'outcome') return actual.word;
  const [first] = actual.values;
  if (first === undefined) return 'no difference';
  const [path, [value = '']] = first;
  const field = path.replace(/^\S+ /, '');
  const api = API_NAMES.find((one) => step.includes(one));
  const subject =
    API_NAMES.some((one) => one === field) || api === undefined ? field : `${api} ${field}`;
  const telling = field.endsWith('errorCode') || API_NAMES.some((one) => one === field);
  return telling ? `${subject}: ${value}` : subject;
}

/** By case and versions, in the order of the cases. */
function placesOf(failed: readonly Result[]): Readonly<Record<string, string>> {
  const groups = new Map<string, Result[]>();
  for (const result of failed) {
    const key = JSON.stringify([result.case, result.swept?.api ?? null, result.failure?.at]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  const places = [...groups.values()].map((own): [string, string] => {
    const [first] = own;
    const versions = own.flatMap(({ swept }) => (swept === null ? [] : [swept.version]));
    const place = formatPlace(first?.case ?? '', first?.swept?.api ?? null, versions);
    return [place, formatStep(first?.failure?.at ?? null)];
  });
  return Object.fromEntries(places.sort(([a], [b]) => (a < b ? -1 : 1)));
}

type WrittenValue = string | number | boolean | null;

function written(actual: Actual): string | Record<string, WrittenValue | WrittenValue[]> {
  if (actual.kind === 'outcome') return actual.word;
  return Object.fromEntries(
    [...actual.values].map(([path, values]) => {
      const [only = ''] = values;
      return [path, values.length === 1 ? plain(only) : values.map(plain)];
    }),
  );
}

/** As YAML has it without quotes, where it comes back as the same text. */
function plain(text: string): WrittenValue {
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
}
