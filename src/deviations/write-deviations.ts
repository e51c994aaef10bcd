import { Document, isSeq, type YAMLSeq } from 'yaml';
import { API_NAMES } from '../protocol/apis.js';
import type { Failure, Result } from '../suite/verdict.js';
import { actualOf, describeActual } from './actual.js';
import { type Actual, type Deviation, NO_REASON_YET } from './deviation.js';
import { formatPlace, formatStep } from './place.js';

const LINE_WIDTH = 100;

const HEAD = `\
# Every case below is still run. It has to fail as it says here: one that passes, or fails otherwise,
# makes the run fail. A reason '${NO_REASON_YET}' will do for a run, but not for a certificate.
`;

type FailedResult = Result & { readonly failure: Failure };

/** Failures that have one cause, as far as anybody knows. */
interface Symptom {
  readonly title: string | null;
  readonly sometimes: boolean;
  /** What was known of them before. */
  readonly known: Deviation | null;
  readonly pins: Map<string, { readonly actual: Actual; readonly failed: FailedResult[] }>;
  count: number;
}

/** The deviation that a result of a run is known by; undefined for a new one. */
export type KnownBefore = (result: Result, run: readonly Result[]) => Deviation | undefined;

/**
 * A file that knows every failure of a run, or of several runs of the same implementation: those
 * with the same symptom together, the most frequent first. Reasons are still to be found, except
 * for what was known before, which stays together with all that was said of it.
 *
 * @param schemaPath path of the schema from the file, for editors; null for none
 */
export function writeDeviations(
  runs: readonly (readonly Result[])[],
  schemaPath: string | null,
  knownBefore: KnownBefore = () => undefined,
): string {
  const symptoms = [...symptomsOf(runs, knownBefore)].sort(
    (a, b) => b.count - a.count || ((a.title ?? '') < (b.title ?? '') ? -1 : 1),
  );
  const document = new Document({ deviations: symptoms.map(deviationOf) });
  for (const [index] of symptoms.entries()) {
    const rules = document.getIn(['deviations', index, 'rules']);
    if (isSeq(rules)) (rules as YAMLSeq).flow = true;
  }
  const schema = schemaPath === null ? '' : `# yaml-language-server: $schema=${schemaPath}\n`;
  return `${schema}${HEAD}${document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: false })}`;
}

function deviationOf({ title, known, sometimes, pins }: Symptom): Record<string, unknown> {
  const failed = [...pins.values()].flatMap((pin) => pin.failed);
  return {
    ...(title === null ? {} : { title }),
    rules: known?.rules ?? fewestRules(failed),
    reason: known?.reason ?? NO_REASON_YET,
    ...(known?.link ? { link: known.link } : {}),
    ...(known?.expires ? { expires: known.expires } : {}),
    ...(sometimes ? { sometimes } : {}),
    fails: [...pins.values()]
      .sort((a, b) => b.failed.length - a.failed.length)
      .map((pin) => ({ actual: written(pin.actual), where: placesOf(pin.failed) })),
  };
}

function symptomsOf(
  runs: readonly (readonly Result[])[],
  knownBefore: KnownBefore,
): Iterable<Symptom> {
  const symptoms = new Map<string | Deviation, Symptom>();
  const notFailed = new Set(
    runs.flatMap((run) =>
      run
        .filter(({ verdict }) => verdict === 'pass' || verdict === 'inconclusive')
        .map(({ id }) => id),
    ),
  );
  const seen = new Set<string>();
  for (const [result, run] of runs.flatMap((own) => own.map((one) => [one, own] as const))) {
    if (result.verdict !== 'fail' || result.failure === undefined) continue;
    const failed: FailedResult = { ...result, failure: result.failure };
    const actual = actualOf(failed.failure);
    const pinKey = describeActual(actual);
    const before = seen.size;
    seen.add(JSON.stringify([result.id, failed.failure.at, pinKey]));
    if (seen.size === before) continue;
    const symptom = symptomAmong(symptoms, failed, {
      known: knownBefore(result, run) ?? null,
      sometimes: notFailed.has(result.id),
      actual,
    });
    symptom.count++;
    const pin = symptom.pins.get(pinKey) ?? { actual, failed: [] };
    symptom.pins.set(pinKey, pin);
    pin.failed.push(failed);
  }
  return symptoms.values();
}

/** The one that it shows, entered if it is the first to show it. */
function symptomAmong(
  symptoms: Map<string | Deviation, Symptom>,
  { failure }: FailedResult,
  of: Pick<Symptom, 'known' | 'sometimes'> & { readonly actual: Actual },
): Symptom {
  const { known, actual } = of;
  const sometimes = known === null ? of.sometimes : known.sometimes;
  const title =
    known === null ? `${symptomOf(failure, actual)}${sometimes ? ', sometimes' : ''}` : known.title;
  const found = symptoms.get(known ?? title ?? '');
  if (found !== undefined) return found;
  const symptom = { title, sometimes, known, pins: new Map(), count: 0 };
  symptoms.set(known ?? title ?? '', symptom);
  return symptom;
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
