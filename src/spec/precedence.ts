import { join } from 'node:path';
import { type CheckedFile, readChecked } from './data-files.js';
import type { Problem } from './problem.js';
import { type Loaded, type Reference, referenceAt, referencesInValue } from './reference.js';
import type { DataPath } from './yaml-source.js';

/** Fields of a request, settings of members: as a case writes them. */
export type CaseFields = Readonly<Record<string, unknown>>;

/** A step as a case writes it. */
export type CaseStep = Readonly<Record<string, unknown>>;

/** What surrounds a faulty request. */
export interface Situation {
  readonly situation: string;
  /** The opening of the case; null where there is no group. */
  readonly given: Readonly<Record<string, readonly string[]>> | null;
  readonly configuration: Readonly<Record<string, number>> | null;
  /** Who sends the request, unless one of its faults names another member. */
  readonly by: string;
  /** Fields that this sender needs to be right in all that no fault is about. */
  readonly fill: CaseFields;
  /** Steps that show that refused requests have changed nothing. */
  readonly undisturbed: readonly CaseStep[];
}

/** One way in which a request can be wrong. */
export interface Fault {
  readonly fault: string;
  /** A noun phrase. */
  readonly says: string;
  /** The step of a decision list that notices it, by its condition. */
  readonly decided: string;
  /** Rules that demand the answer; the most telling one first. */
  readonly rules: readonly string[];
  /** Name of an error. */
  readonly answer: string;
  /** JoinGroup: what memberId the answer has. */
  readonly memberId: 'repeated' | 'empty' | 'new' | null;
  /** LeaveGroup: whether the error is that of an entry, from version 3. */
  readonly entry: boolean;
  /** Whether it is known to crash some implementation. */
  readonly disruptive: boolean;
  /** Situations in which it is a fault. */
  readonly in: readonly string[];
  /** Whether the situation itself is the fault, so that no other request could be right in it. */
  readonly isSituation: boolean;
  /** Who must send it; null for anybody. */
  readonly by: string | null;
  readonly before: readonly CaseStep[];
  readonly members: Readonly<Record<string, CaseFields>>;
  readonly with: CaseFields;
  readonly fill: CaseFields;
  /** First versions, by API, in which there is such a fault, e.g. `3+`. */
  readonly versions: Readonly<Record<string, string>>;
  /** A problem at the value of this field. */
  readonly problem: (field: string, message: string) => Problem;
}

/** Three or more faults that one request has, in the order in which they are noticed. */
export interface Chain {
  readonly chain: string;
  readonly title: string;
  readonly in: string;
  readonly faults: readonly string[];
  readonly problem: (field: string, message: string) => Problem;
}

export interface ApiPrecedence {
  readonly api: string;
  /** The rule whose decision list goes on where that of SVC-00 ends. */
  readonly order: string;
  readonly situations: readonly Situation[];
  /** In the order in which they are noticed. */
  readonly faults: readonly Fault[];
  readonly chains: readonly Chain[];
}

/** By API, as `grids/precedence.yaml` writes it. */
export type Precedence = readonly ApiPrecedence[];

export const PRECEDENCE_FILE = 'grids/precedence.yaml';

interface WrittenSituation extends Partial<Situation> {
  readonly situation: string;
  readonly by: string;
}

type WrittenFault = Pick<Fault, 'fault' | 'says' | 'decided' | 'rules' | 'answer'> &
  Partial<Omit<Fault, 'isSituation' | 'problem'>> & { readonly is?: string };

interface WrittenApi {
  readonly api: string;
  readonly order: string;
  readonly situations: readonly WrittenSituation[];
  readonly faults: readonly WrittenFault[];
  readonly chains?: readonly Omit<Chain, 'problem'>[];
}

type PrecedenceFile = CheckedFile<{ readonly apis: readonly WrittenApi[] }>;

/** Reads `grids/precedence.yaml` of a spec directory. `contradictions` checks it against the rules. */
export function readPrecedence(directory: string): Loaded<Precedence> {
  const file: PrecedenceFile = readChecked(join(directory, PRECEDENCE_FILE), 'precedence');
  const apis = file.data?.apis ?? [];
  return {
    data: apis.map((written, index) => apiOf(file, ['apis', index], written)),
    problems: file.problems,
    references: apis.flatMap((written, index) => referencesOf(file, ['apis', index], written)),
  };
}

function apiOf({ source }: PrecedenceFile, at: DataPath, written: WrittenApi): ApiPrecedence {
  const { api, order } = written;
  return {
    api,
    order,
    situations: written.situations.map((situation) => ({
      given: null,
      configuration: null,
      fill: {},
      undisturbed: [],
      ...situation,
    })),
    faults: written.faults.map(({ is, ...fault }, index) => ({
      memberId: null,
      entry: false,
      disruptive: false,
      by: null,
      before: [],
      members: {},
      with: {},
      fill: {},
      versions: {},
      in: is === undefined ? [] : [is],
      ...fault,
      isSituation: is !== undefined,
      problem: (field, message) => source.problemAt([...at, 'faults', index, field], message),
    })),
    chains: (written.chains ?? []).map((chain, index) => ({
      ...chain,
      problem: (field, message) => source.problemAt([...at, 'chains', index, field], message),
    })),
  };
}

function referencesOf({ source }: PrecedenceFile, at: DataPath, written: WrittenApi): Reference[] {
  return [
    referenceAt(source, [...at, 'order'], 'rule', written.order),
    ...written.faults.flatMap((fault, index) => {
      const here = [...at, 'faults', index];
      return [
        referenceAt(source, [...here, 'answer'], 'error', fault.answer),
        ...fault.rules.map((id, which) =>
          referenceAt(source, [...here, 'rules', which], 'rule', id),
        ),
        ...Object.keys(fault.versions ?? {}).map((api) =>
          referenceAt(source, [...here, 'versions', api], 'api', api),
        ),
        ...referencesInValue(source, [...here, 'before'], fault.before ?? [], []),
      ];
    }),
    ...written.situations.flatMap((situation, index) =>
      referencesInValue(
        source,
        [...at, 'situations', index, 'undisturbed'],
        situation.undisturbed ?? [],
        [],
      ),
    ),
  ];
}
