import type { Adapter, Configuration } from './adapter/adapter.js';
import { certify } from './certify.js';
import { createMessages } from './explore/lock-step/messages.js';
import type { Sequence } from './explore/sequence.js';
import { caseOf, type WrittenCase } from './explore/write-case/case-of.js';
import { isSameSymptom, type Symptom, symptomOf } from './explore/write-case/same-difference.js';
import { UnwritableError } from './explore/write-case/unwritable.js';
import type { Kit } from './kit.js';
import { decidedOtherwise } from './spec/differing.js';
import { Fault } from './spec/fault.js';
import type { Case } from './suite/cases/case-types.js';
import type { Failure, Result } from './suite/verdict.js';

/** A counterexample that is no new case, with the reason. */
export class NotPromotedError extends Fault {}

export interface PromoteOptions {
  readonly kit: Kit;
  /** The implementation that it was found on; null: whether it fails anywhere is not asked. */
  readonly adapter: Adapter | null;
  /** Broker settings that cannot be discovered. */
  readonly overrides: Configuration;
  /** Whether to say what is written to the log, even if that is not where it fails. */
  readonly records: boolean;
  /** Even if a case exposes it already. */
  readonly force: boolean;
  /** Path of the schema as the file has it; null for a file that is nowhere near it. */
  readonly schemaPath: string | null;
}

/**
 * A counterexample as a case that passes on the reference and fails on the implementation in a way
 * in which no case of the kit does. Throws NotPromotedError. The adapter stays open.
 */
export async function promote(sequence: Sequence, options: PromoteOptions): Promise<WrittenCase> {
  const { adapter, records, force } = options;
  if (adapter === null) return writeDown(sequence, options, records || hasFaults(sequence));
  const judge = (cases: readonly Case[]) => judgeCases(options, adapter, cases);
  let reason = '';
  // With records only where it does not fail without: fewer implementations show theirs.
  for (const withRecords of records ? [true] : [false, true]) {
    const written = await writeDown(sequence, options, withRecords);
    const results = await judge([written.own]);
    const failure = results.find(({ verdict }) => verdict === 'fail')?.failure;
    if (failure === undefined) {
      reason = reasonOf(results) ?? reason;
      continue;
    }
    if (!force) await requireNew(options.kit, failure, judge);
    return written;
  }
  throw new NotPromotedError(`the case does not fail there${reason === '' ? '' : `: ${reason}`}`);
}

/** Faults of the log show in the log. */
function hasFaults({ moves }: Sequence): boolean {
  return moves.some(({ kind }) => kind === 'control');
}

async function writeDown(
  sequence: Sequence,
  { kit, schemaPath }: PromoteOptions,
  records: boolean,
): Promise<WrittenCase> {
  try {
    return await caseOf(sequence, {
      defaults: kit.defaults,
      messages: createMessages(kit.comparison),
      known: kit.known,
      origin: null,
      comments: ['Promoted from a counterexample. What it expects is what the reference answers.'],
      otherwise: decidedOtherwise(kit.spec),
      records,
      titles: new Set(kit.cases.map(({ data }) => data.title)),
      schemaPath,
    });
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    throw new NotPromotedError(`the sequence cannot be a case: ${error.message}`);
  }
}

type Judge = (cases: readonly Case[]) => Promise<readonly Result[]>;

async function judgeCases(
  { kit, overrides }: PromoteOptions,
  adapter: Adapter,
  cases: readonly Case[],
): Promise<readonly Result[]> {
  const report = await certify(kit, adapter, { cases, overrides });
  // One that is skipped as a whole is no fault: the next attempt may not be.
  if (report.fault !== null && report.results.length === 0) {
    throw new NotPromotedError(report.fault);
  }
  return report.results;
}

function reasonOf(results: readonly Result[]): string | undefined {
  return results.find(({ verdict }) => verdict !== 'pass')?.reason;
}

/** Throws NotPromotedError naming a case that fails in the same way. */
async function requireNew(kit: Kit, failure: Failure, judge: Judge): Promise<void> {
  const symptom = symptomOf(failure);
  if (symptom === null) return;
  const related = kit.cases.filter(({ apis, needs }) =>
    symptom.api === 'records' ? needs.has('records') : [...apis].some((api) => api === symptom.api),
  );
  if (related.length === 0) return;
  for (const result of await judge(related)) {
    if (!exposes(result, symptom)) continue;
    throw new NotPromotedError(
      `${result.id} exposes it already: ${result.failure?.summary ?? ''}; --force writes it all the same`,
    );
  }
}

function exposes({ failure }: Result, symptom: Symptom): boolean {
  const other = failure === undefined ? null : symptomOf(failure);
  return other !== null && isSameSymptom(symptom, other);
}
