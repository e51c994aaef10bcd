import type { ApiName } from '../../protocol/apis.js';
import type {
  AnswersData,
  Deed,
  ExpectationData,
  LoggedData,
  RecordData,
  RequestData,
  Step,
  StepData,
} from './case-types.js';

const MEMBER = /^[A-Z][0-9]?$/;

/** Turns a step as written, already checked against the schema, into one of the five kinds. */
export function readStep(data: StepData, line: number): Step {
  const base = {
    line,
    ...(data['when'] === undefined ? {} : { when: String(data['when']) }),
    ...(data['mark'] === undefined ? {} : { mark: String(data['mark']) }),
    ...(data['exact'] === undefined ? {} : { exact: Number(data['exact']) }),
  };
  const deed = readDeed(data);
  if (deed !== null) return { kind: 'control', ...base, deed, outcomes: outcomesOf(data) };
  if ('advance' in data) {
    return {
      kind: 'advance',
      ...base,
      duration: data['advance'] as string | number,
      outcomes: outcomesOf(data),
    };
  }
  if ('records' in data) {
    return { kind: 'records', ...base, records: data['records'] as readonly RecordData[] };
  }
  if ('race' in data) {
    return {
      kind: 'race',
      ...base,
      requests: (data['race'] as StepData[]).map(readRequest),
      outcomes: outcomesOf(data),
    };
  }
  const request = readRequest(data);
  const handle = (data['as'] as string | undefined) ?? request.member;
  return {
    kind: 'request',
    ...base,
    ...request,
    handle,
    connection: (data['connection'] as string | undefined) ?? request.member,
    outcomes:
      data['expect'] === undefined
        ? outcomesOf(data)
        : [
            {
              [handle]: data['expect'] as ExpectationData,
              ...((data['releases'] ?? {}) as AnswersData),
            },
          ],
  };
}

function readDeed(data: StepData): Deed | null {
  if ('fail-next-append' in data) {
    return { kind: 'fail-next-append', error: String(data['fail-next-append']) };
  }
  if ('commits' in data) {
    return { kind: 'commits', to: data['commits'] as 'held' | 'released' };
  }
  if (!('partition' in data)) return null;
  return {
    kind: 'partition',
    to: data['partition'] as 'unloaded' | 'loading' | 'loaded' | 'reloaded',
    log: (data['log'] as readonly LoggedData[] | undefined) ?? null,
    configuration: (data['configuration'] ?? {}) as Readonly<Record<string, number>>,
  };
}

/** Members that send a request in this step; every usable one has exactly one. */
export function memberKeys(data: StepData): string[] {
  return Object.keys(data).filter((key) => MEMBER.test(key));
}

function readRequest(data: StepData): RequestData {
  const [member = ''] = memberKeys(data);
  return {
    member,
    request: data[member] as ApiName | 'join',
    fields: (data['with'] ?? {}) as Readonly<Record<string, unknown>>,
  };
}

/** An advance without releases has one outcome: nothing is released. */
function outcomesOf(data: StepData): readonly AnswersData[] {
  if (data['outcomes'] !== undefined) return data['outcomes'] as readonly AnswersData[];
  return [(data['releases'] ?? {}) as AnswersData];
}

/** The API behind a verb. */
export function apiOf(request: ApiName | 'join'): ApiName {
  return request === 'join' ? 'JoinGroup' : request;
}
