import { Document, isSeq, type YAMLSeq } from 'yaml';
import { API_NAMES } from '../protocol/apis.js';
import type { Failure, Result } from '../suite/verdict.js';
import { actualOf, describeActual } from './actual.js';
import { type Actual, NO_REASON_YET } from './deviation.js';
import { formatPlace, formatStep } from './place.js';

const LINE_WIDTH = 100;

const HEAD = `\
# Every case below is still run. It has to fail as it says here: one that passes, or fails otherwise,
# makes the run fail. A reason '${NO_REASON_YET}' will do for a run, but not for a certificate.
`;

type FailedResult = Result & { readonly failure: Failure };

/** Failures that most likely have one cause. */
interface Symptom {
  readonly title: string;
  readonly sometimes: boolean;
  readonly pins: Map<string, { readonly actual: Actual; readonly failed: FailedResult[] }>;
  count: number;
}

/**
 * A file that knows every failure of a run, or of several runs of the same implementation: those
 * with the same symptom together, the most frequent first. All reasons are still to be found.
 *
 * @param schemaPath path of the schema from the file, for editors; null for none
 */
export function writeDeviations(
  runs: readonly (readonly Result[])[],
  schemaPath: string | null,
): string {
  const symptoms = [...symptomsOf(runs)].sort(
    (a, b) => b.count - a.count || (a.title < b.title ? -1 : 1),
  );
  const document = new Document({
    deviations: symptoms.map(({ title, sometimes, pins }) => ({
      title,
      rules: fewestRules([...pins.values()].flatMap(({ failed }) => failed)),
      reason: NO_REASON_YET,
      ...(sometimes ? { sometimes } : {}),
      fails: [...pins.values()]
        .sort((a, b) => b.failed.length - a.failed.length)
        .map(({ actual, failed }) => ({ actual: written(actual), where: placesOf(failed) })),
    })),
  });
  for (const [index] of symptoms.entries()) {
    const rules = document.getIn(['deviations', index, 'rules']);
    if (isSeq(rules)) (rules as YAMLSeq).flow = true;
  }
  const schema = schemaPath === null ? '' : `# yaml-language-server: $schema=${schemaPath}\n`;
  return `${schema}${HEAD}${document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: false })}`;
}

function symptomsOf(runs: readonly (readonly Result[])[]): Iterable<Symptom> {
  const symptoms = new Map<string, Symptom>();
  const passed = new Set(
    runs.flatMap((run) => run.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)),
  );
  const seen = new Set<string>();
  for (const result of runs.flat()) {
    if (result.verdict !== 'fail' || result.failure === undefined) continue;
    const failed: FailedResult = { ...result, failure: result.failure };
    const actual = actualOf(failed.failure);
    const pinKey = describeActual(actual);
    const before = seen.size;
    seen.add(JSON.stringify([result.id, failed.failure.at, pinKey]));
    if (seen.size === before) continue;
    const sometimes = passed.has(result.id);
    const title = `${symptomOf(failed.failure, actual)}${sometimes ? ', sometimes' : ''}`;
    const symptom = symptoms.get(title) ?? { title, sometimes, pins: new Map(), count: 0 };
    symptoms.set(title, symptom);
    symptom.count++;
    const pin = symptom.pins.get(pinKey) ?? { actual, failed: [] };
    symptom.pins.set(pinKey, pin);
    pin.failed.push(failed);
  }
  return symptoms.values();
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
  const isWhole = API_NAMES.some((one) => one === field);
  const api = API_NAMES.find((one) => step.includes(one));
  const subject = isWhole || api === undefined ? field : `${api} ${field}`;
  return isWhole || field.endsWith('errorCode') ? `${subject} ${value}` : subject;
}

/** Each result cites one of them; the one that most results cite comes first. */
function fewestRules(failed: readonly FailedResult[]): string[] {
  const chosen: string[] = [];
  let open = failed.map(({ rules, failure }) => [...failure.rules, ...rules]);
  while (open.length > 0) {
    const counts = new Map<string, number>();
    for (const rule of open.flatMap((rules) => [...new Set(rules)])) {
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
    }
    const [best] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    if (best === undefined) break;
    chosen.push(best[0]);
    open = open.filter((rules) => !rules.includes(best[0]));
  }
  return chosen;
}

/** By case and versions, in the order of the cases. */
function placesOf(failed: readonly FailedResult[]): Readonly<Record<string, string>> {
  const groups = new Map<string, FailedResult[]>();
  for (const result of failed) {
    const key = JSON.stringify([result.case, result.swept?.api ?? null, result.failure.at]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  const places = [...groups.values()].map((own): [string, string] => {
    const [first] = own;
    const versions = own.flatMap(({ swept }) => (swept === null ? [] : [swept.version]));
    const place = formatPlace(first?.case ?? '', first?.swept?.api ?? null, versions);
    return [place, formatStep(first?.failure.at ?? null)];
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
