import type { Choose } from '../../../reference/classic/choices.js';
import type { Capability, Configuration } from '../../adapter/adapter.js';
import { createReferenceAdapter } from '../../adapter/reference/index.js';
import { errorCode, errorName } from '../../spec/errors.js';
import { parseYamlSource } from '../../spec/yaml-source.js';
import type { Case, CaseData } from '../../suite/cases/case-types.js';
import type { CheckOptions } from '../../suite/cases/check-case.js';
import { assembleCase, readCase } from '../../suite/cases/load-cases.js';
import type { OpeningTemplate } from '../../suite/cases/openings.js';
import { expandCase } from '../../suite/expand/expand.js';
import type { Timeline } from '../../suite/time/pace.js';
import { rehearse } from '../../suite/time/rehearse.js';

/** An implementation that a case has to hold on: the reference in other surroundings. */
export interface Surroundings {
  /** Every broker setting. */
  readonly configuration: Configuration;
  readonly clock: 'virtual' | 'real';
  /** Least distance between two deadlines, in ms, on a real clock. */
  readonly epsilon: number;
  /** Where Kafka leaves a choice. */
  readonly choose?: Choose;
  /** Whether it can be told the settings that a case asks for. */
  readonly configurable: boolean;
  /** Part of the names of groups, which take room in records; absent: an ordinary one. */
  readonly runToken?: string;
}

export type Outcome =
  | { readonly kind: 'held'; readonly timelines: readonly Timeline[]; readonly longest: number }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'broke'; readonly reason: string };

/** Profile that cases are written for. */
const PROFILE = 'kafka-latest';

/** What is written here starts from nothing. */
const NO_OPENINGS: ReadonlyMap<string, OpeningTemplate> = new Map();

/** A case from its text, with every fault that `validate` would find. */
export function readText(
  id: string,
  text: string,
  known: CheckOptions,
): { readonly own: Case | null; readonly problems: readonly string[] } {
  const source = parseYamlSource(`${id}.yaml`, text);
  const { own, found } = readCase(id, source, NO_OPENINGS, known);
  return { own, problems: found.map(({ line, message }) => `line ${line}: ${message}`) };
}

/** A case that has not been written yet. */
export function draftedCase(data: CaseData): Case {
  return assembleCase('draft', 'draft', data, null, (step) => step + 1);
}

/** Runs a case at all its versions. */
export async function tryCase(
  own: Case,
  known: CheckOptions,
  surroundings: Surroundings,
): Promise<Outcome> {
  const { configuration, clock, epsilon, choose, configurable, runToken = 'try' } = surroundings;
  const reference = createReferenceAdapter(configuration, undefined, choose);
  const described = await reference.describe();
  const capabilities = new Set<Capability>(described.capabilities);
  if (clock === 'real') capabilities.delete('virtual-clock');
  if (!configurable) capabilities.delete('configure');
  const expanded = expandCase(own, {
    implementation: { ...described, clock, capabilities },
    configuration,
    epsilon,
    profile: PROFILE,
    otherwise: () => undefined,
    exact: false,
    runToken,
  });
  if (expanded.kind === 'skipped') return { kind: 'skipped', reason: expanded.skipped.reason };
  const timelines: Timeline[] = [];
  let longest = 0;
  for (const expansion of expanded.expansions) {
    const settings = { ...configuration, ...expansion.configuration };
    const { comparison } = known;
    const errors = { code: errorCode, name: errorName };
    const rehearsal = await rehearse({
      reference,
      expansion,
      configuration: settings,
      comparison,
      errors,
    });
    if (rehearsal.kind === 'broke') {
      return { kind: 'broke', reason: `${expansion.id}: ${rehearsal.reason}` };
    }
    timelines.push(rehearsal.timeline);
    longest = Math.max(longest, rehearsal.durationMs);
  }
  return { kind: 'held', timelines, longest };
}
