import type { AnswersData, Case, Step } from '../../suite/cases/case-types.js';
import { isMap } from '../../suite/judge/field-values.js';
import { describeCaseStep, describeOpeningStep } from '../../suite/run/describe-step.js';
import type { CaseScript, ScriptStep } from './page-data.js';

/** What a case does, in words. */
export function caseScript({ file, data, opening, steps }: Case): CaseScript {
  return {
    file,
    comment: data.comment ?? null,
    opening:
      opening === null
        ? null
        : { name: opening.name, steps: opening.steps.map(describeOpeningStep) },
    steps: steps.map(
      (step): ScriptStep => ({
        text: describeCaseStep(step),
        expects: expectationOf(step),
        line: step.line,
        when: step.when ?? null,
      }),
    ),
  };
}

/** What is to come of a step, in the words of its file; null where nothing need come. */
function expectationOf(step: Step): string | null {
  if (step.kind === 'records') {
    return step.records.length === 0 ? 'no record' : step.records.map(inFlow).join('; ');
  }
  const texts = step.outcomes.map((answers) => answersOf(step, answers)).filter(Boolean);
  return texts.length === 0 ? null : texts.join(', or ');
}

function answersOf(step: Step, answers: AnswersData): string {
  const own = step.kind === 'request' ? step.handle : null;
  return Object.entries(answers)
    .map(([handle, expected]) => (handle === own ? '' : `${handle}: `) + inFlow(expected))
    .join('; ');
}

/** As YAML writes it on one line, without quotes. */
function inFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inFlow).join(', ')}]`;
  if (!isMap(value)) return String(value);
  const entries = Object.entries(value).map(([name, own]) => `${name}: ${inFlow(own)}`);
  return `{ ${entries.join(', ')} }`;
}
