import type { Implementation } from '../../src/adapter/adapter.js';
import type { ApiName } from '../../src/protocol/apis.js';
import { createReport, type Report, type ReportInput } from '../../src/report/report.js';
import type { Exchange, Failure, Result, Verdict } from '../../src/suite/verdict.js';

export const IMPLEMENTATION: Implementation = {
  name: 'tcp:broker:9092',
  apis: new Map([
    ['SyncGroup', { min: 0, max: 5 }],
    ['Heartbeat', { min: 1, max: 4 }],
  ]),
  configuration: {},
  capabilities: new Set(['virtual-clock', 'records']),
  clock: 'virtual',
  isolated: false,
};

export function result(verdict: Verdict, changes: Partial<Result> = {}): Result {
  return {
    id: 'heartbeat/unknown-group',
    case: 'heartbeat/unknown-group',
    title: 'A heartbeat for a missing group is refused',
    rules: ['HB-00', 'TYPE-04'],
    swept: null,
    verdict,
    durationMs: 0,
    spentMs: 0,
    attempts: 1,
    ...changes,
  };
}

export function failure(changes: Partial<Failure> = {}): Failure {
  return {
    kind: 'differs',
    at: 1,
    file: 'cases/heartbeat/unknown-group.yaml',
    line: 6,
    step: 'step 1: A sends Heartbeat v4',
    rules: ['HB-00', 'TYPE-04'],
    summary: 'A: errorCode: expected UNKNOWN_MEMBER_ID, got NONE',
    differences: [
      { path: 'A: errorCode', expected: 'UNKNOWN_MEMBER_ID', actual: 'NONE', request: 1 },
    ],
    steps: [{ at: 1, kind: 'request', text: 'A sends Heartbeat v4', line: 6, began: 0, ended: 12 }],
    exchange: [
      message({ direction: 'request', body: 'asked' }),
      message({ at: 12, body: 'told', outcome: 'NONE' }),
    ],
    omitted: 0,
    timers: [],
    ...changes,
  };
}

export function message(changes: Partial<Exchange> = {}): Exchange {
  return {
    request: 1,
    step: 0,
    at: 0,
    direction: 'answer',
    member: 'A',
    api: 'Heartbeat',
    version: 4,
    body: '',
    ...changes,
  };
}

/** A failure at one version of the swept API. */
export function failedAt(api: ApiName, version: number, changes: Partial<Failure> = {}): Result {
  return result('fail', {
    id: `heartbeat/unknown-group@${api}.v${version}`,
    swept: { api, version },
    failure: failure({ step: `step 1: A sends ${api} v${version}`, ...changes }),
  });
}

export function reportOf(results: readonly Result[], changes: Partial<ReportInput> = {}): Report {
  return createReport({
    kitVersion: '1.2.3',
    implementation: IMPLEMENTATION,
    configuration: { 'group.max.size': 4 },
    spec: { version: '1.2.3', digest: `sha256:${'0'.repeat(64)}` },
    seed: 7,
    profile: 'kafka-latest',
    exact: false,
    shard: null,
    results,
    about: { adapter: 'tcp' },
    deviations: null,
    wallMs: null,
    fault: null,
    interrupted: false,
    ...changes,
  });
}
