import { join } from 'node:path';
import { readChecked } from './data-files.js';
import type { CaseFields, CaseStep } from './precedence.js';
import type { Problem } from './problem.js';
import { type Loaded, referenceAt, referencesInValue } from './reference.js';

export type GroupState = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable';

/** A column. */
export interface StateColumn {
  readonly state: GroupState;
  /** The opening that leads there. */
  readonly given: Readonly<Record<string, readonly string[]>>;
  /** Steps that show that the group is as it was. */
  readonly undisturbed: readonly CaseStep[];
  /** Steps that show that a rebalance has started; null where none can. */
  readonly rebalancing: readonly CaseStep[] | null;
}

/** What a request is answered and does in one state. */
export interface StateCell {
  /** What follows the request in a sentence. */
  readonly says: string;
  readonly rules: readonly string[];
  readonly before: readonly CaseStep[];
  readonly with: CaseFields;
  readonly expect: unknown;
  readonly releases: CaseFields | null;
  /** Steps that show the effect. */
  readonly proof: readonly CaseStep[];
}

/** A row. */
export interface StateRequest {
  readonly request: string;
  /** A noun phrase. */
  readonly says: string;
  /** The only entry: who asks for what. */
  readonly send: Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, string>> | null;
  readonly members: Readonly<Record<string, CaseFields>> | null;
  /** Without the states in which there is nothing to show. */
  readonly cells: ReadonlyMap<GroupState, StateCell>;
}

export interface StateRequests {
  readonly states: readonly StateColumn[];
  readonly requests: readonly StateRequest[];
}

export const STATE_REQUEST_FILE = 'grids/state-request.yaml';

interface WrittenCell extends Partial<Omit<StateCell, 'proof'>> {
  readonly none?: string;
  readonly proof?: 'undisturbed' | 'rebalancing' | readonly CaseStep[];
}

interface WrittenRequest extends Omit<StateRequest, 'versions' | 'members' | 'cells'> {
  readonly versions?: StateRequest['versions'];
  readonly members?: StateRequest['members'];
  readonly with?: CaseFields;
  readonly cells: Readonly<Record<GroupState, WrittenCell>>;
}

interface StateRequestFile {
  readonly states: readonly (Omit<StateColumn, 'rebalancing'> & Partial<StateColumn>)[];
  readonly requests: readonly WrittenRequest[];
}

/** Reads `grids/state-request.yaml` of a spec directory. */
export function readStateRequests(directory: string): Loaded<StateRequests> {
  const file = readChecked<StateRequestFile>(join(directory, STATE_REQUEST_FILE), 'state-request');
  const { source } = file;
  const states: StateColumn[] = (file.data?.states ?? []).map((state) => ({
    rebalancing: null,
    ...state,
  }));
  const requests = file.data?.requests ?? [];
  const problems: Problem[] = [...file.problems];
  for (const [index, { state }] of states.entries()) {
    if (states.findIndex((other) => other.state === state) < index) {
      problems.push(
        source.problemAt(['states', index, 'state'], `there is a column '${state}' already`),
      );
    }
  }
  for (const [index, { request, cells }] of requests.entries()) {
    if (requests.findIndex((other) => other.request === request) < index) {
      problems.push(
        source.problemAt(['requests', index, 'request'], `there is a row '${request}' already`),
      );
    }
    for (const { state, rebalancing } of states) {
      if (cells[state].proof !== 'rebalancing' || rebalancing !== null) continue;
      const message = `no rebalance starts in ${state}: its column has no steps to show one`;
      problems.push(source.problemAt(['requests', index, 'cells', state, 'proof'], message));
    }
  }
  return {
    data: { states, requests: requests.map((request) => requestOf(states, request)) },
    problems,
    references: [
      ...states.flatMap(({ undisturbed, rebalancing }, index) =>
        referencesInValue(source, ['states', index], { undisturbed, rebalancing }, []),
      ),
      ...requests.flatMap((request, index) => [
        ...Object.keys(request.versions ?? {}).map((api) =>
          referenceAt(source, ['requests', index, 'versions', api], 'api', api),
        ),
        ...referencesInValue(source, ['requests', index], request, []),
      ]),
    ],
  };
}

function requestOf(states: readonly StateColumn[], written: WrittenRequest): StateRequest {
  const { request, says, send, versions = null, members = null } = written;
  const cells = new Map<GroupState, StateCell>();
  for (const column of states) {
    const { none, proof = [], ...cell } = written.cells[column.state];
    if (none !== undefined) continue;
    cells.set(column.state, {
      says: '',
      rules: [],
      before: [],
      expect: null,
      releases: null,
      ...cell,
      with: { ...written.with, ...cell.with },
      proof: typeof proof === 'string' ? (column[proof] ?? []) : proof,
    });
  }
  return { request, says, send, versions, members, cells };
}
