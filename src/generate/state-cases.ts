import {
  STATE_REQUEST_FILE,
  type StateCell,
  type StateColumn,
  type StateRequest,
  type StateRequests,
} from '../spec/state-requests.js';
import type { CaseDraft } from './case-text.js';
import { kebabCase } from './kebab-case.js';

/** A case of every cell of the table, by the names of their files. */
export function stateCases({ states, requests }: StateRequests): (readonly [string, CaseDraft])[] {
  return requests.flatMap((request) =>
    states.flatMap((column) => {
      const cell = request.cells.get(column.state);
      if (cell === undefined) return [];
      const name = `${request.request}-in-${kebabCase(column.state)}`;
      return [[name, draftOf(request, column, cell)] as const];
    }),
  );
}

function draftOf(request: StateRequest, column: StateColumn, cell: StateCell): CaseDraft {
  const [[sender, api] = ['', '']] = Object.entries(request.send);
  const step = {
    [sender]: api,
    ...(Object.keys(cell.with).length === 0 ? {} : { with: cell.with }),
    expect: cell.expect,
    ...(cell.releases === null ? {} : { releases: cell.releases }),
  };
  return {
    source: `From spec/${STATE_REQUEST_FILE}: ${request.request} in ${column.state}`,
    title: `In ${column.state} ${request.says} ${cell.says}`,
    rules: cell.rules,
    sweep: api,
    versions: request.versions ?? {},
    configuration: {},
    disruptive: false,
    members: request.members ?? {},
    given: column.given,
    steps: [
      ...cell.before.map((before) => ({ step: before })),
      { step },
      ...cell.proof.map((proof) => ({ step: proof })),
    ],
  };
}
