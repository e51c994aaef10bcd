import type { Command } from 'commander';

/** Gives a command its arguments, options and action, which tells the exit code to `finish`. */
type Equip = (verb: Command, finish: (code: number) => void) => void;

export interface Verb {
  readonly name: string;
  readonly description: string;
  /** What a verb needs is loaded when it is asked for: help on them all takes no time then. */
  readonly load: () => Promise<Equip>;
}

/** As the help lists them. */
export const VERBS: readonly Verb[] = [
  {
    name: 'certify',
    description: 'run every case against an implementation and say whether it conforms',
    load: async () => (await import('./run.js')).addCertify,
  },
  {
    name: 'run',
    description: 'run some cases',
    load: async () => (await import('./run.js')).addRun,
  },
  {
    name: 'report',
    description: 'show saved reports in other ways',
    load: async () => (await import('./report.js')).addReport,
  },
  {
    name: 'merge',
    description: 'make one report of those of all shards',
    load: async () => (await import('./merge.js')).addMerge,
  },
  {
    name: 'diff',
    description: 'say what changed from one report to another',
    load: async () => (await import('./diff.js')).addDiff,
  },
  {
    name: 'deviations',
    description: 'files of what an implementation is known to do otherwise (docs/deviations.md)',
    load: async () => (await import('./deviations.js')).addDeviations,
  },
  {
    name: 'certificate',
    description: 'certificates of runs that conform, or differ only as it is known',
    load: async () => (await import('./certificate.js')).addCertificate,
  },
  {
    name: 'explore',
    description: 'play made-up sequences on the reference and an implementation in lock-step',
    load: async () => (await import('./explore.js')).addExplore,
  },
  {
    name: 'serve',
    description: 'serve groups to real clients: the reference behind a Kafka port',
    load: async () => (await import('./serve.js')).addServe,
  },
  {
    name: 'list',
    description: 'list cases, or rules with the cases and mutants that show them',
    load: async () => (await import('./list.js')).addList,
  },
  {
    name: 'explain',
    description: 'print a rule with its cases, or a case with its opening spelt out and its rules',
    load: async () => (await import('./explain.js')).addExplain,
  },
  {
    name: 'validate',
    description: 'check spec and cases: schema, rules, symbols, fields, values',
    load: async () => (await import('./validate.js')).addValidate,
  },
  {
    name: 'mutants',
    description: 'put known mistakes into the reference and see whether the cases notice',
    load: async () => (await import('./mutants.js')).addMutants,
  },
  {
    name: 'mutation',
    description: 'change the reference in every way Stryker knows and see what the cases notice',
    load: async () => (await import('./mutation.js')).addMutation,
  },
  {
    name: 'gate',
    description:
      'check what spec, cases, reference and mutants owe each other, before a change lands',
    load: async () => (await import('./gate.js')).addGate,
  },
  {
    name: 'generate',
    description: 'make cases out of what random runs on the reference reach',
    load: async () => (await import('./generate.js')).addGenerate,
  },
  {
    name: 'promote',
    description: 'make a case out of a counterexample',
    load: async () => (await import('./promote.js')).addPromote,
  },
];
