import { afterEach, describe, expect, it } from 'vitest';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { createWireAdapter } from '../../src/adapter/wire/index.js';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import { encodeResponseFrame } from '../../src/protocol/frames.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { exitCodeOf } from '../../src/report/report.js';
import { VERSION_CHECKS } from '../../src/suite/version-honesty/checks.js';
import {
  type BrokerScript,
  type Handler,
  type Received,
  startScriptedBroker,
} from '../fakes/scripted-broker.js';
import { announcing } from '../fakes/wrong-adapters.js';

const kit = loadKit();
const CHECKS = { cases: [], versionChecks: VERSION_CHECKS };
const MEMBER_ID_REQUIRED = 79;
const UNSUPPORTED_VERSION = 35;

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Serves every version of the group APIs, but for what a test puts in its place. */
const HONEST = {
  JoinGroup: ({ version, body }) =>
    version >= 4 && body['memberId'] === ''
      ? { errorCode: MEMBER_ID_REQUIRED, memberId: 'm' }
      : { memberId: 'm', leader: 'm', members: [{ memberId: 'm', metadata: new Uint8Array([1]) }] },
  SyncGroup: () => ({ errorCode: 25 }),
  LeaveGroup: ({ version }) =>
    version >= 3 ? { members: [{ memberId: 'nobody', errorCode: 25 }] } : { errorCode: 25 },
  DeleteGroups: () => ({ results: [{ groupId: 'g', errorCode: 69 }] }),
} satisfies BrokerScript['handlers'];

async function judge(script: BrokerScript) {
  const broker = await startScriptedBroker({
    ...script,
    handlers: { ...HONEST, ...script.handlers },
  });
  closers.push(broker.close);
  const adapter = createWireAdapter({ host: '127.0.0.1', port: broker.port, quietMs: 1 });
  closers.push(() => adapter.close());
  const report = await certify(kit, adapter, { ...CHECKS, answerTimeout: 100 });
  return { report, broker, findings: report.results.filter(({ verdict }) => verdict !== 'pass') };
}

const cut: Handler = ({ peer }) => {
  peer.cut();
  return undefined;
};

function answerIn(version: number, request: Received, body: MessageBody): undefined {
  const { api, correlationId, peer } = request;
  peer.write(encodeResponseFrame({ api, version, correlationId, body }));
}

/** Lies at one version of an API, and is honest at all others. */
const at =
  (api: keyof typeof HONEST | 'Heartbeat' | 'DescribeGroups', version: number, lie: Handler) =>
  (): BrokerScript => ({
    handlers: {
      [api]: (request: Received) => {
        if (request.version === version) return lie(request);
        const honest: Partial<Record<string, Handler>> = {
          ...HONEST,
          Heartbeat: () => ({}),
          DescribeGroups: () => ({ groups: [{ groupId: 'g' }] }),
        };
        return honest[api]?.(request);
      },
    },
  });

describe('What a broker advertises', () => {
  it('is tried version by version, on groups that nobody else uses', async () => {
    const { report, broker, findings } = await judge({});
    expect(findings).toEqual([]);
    expect(exitCodeOf(report)).toBe(0);
    const tried = report.results.filter(({ case: id }) => id === 'versions/answered');
    expect(tried).toHaveLength(44);
    const versions = broker.received
      .filter(({ api }) => api === 'LeaveGroup')
      .map(({ version }) => version);
    expect(versions.sort()).toEqual([0, 1, 2, 3, 4, 5]);
    const joined = broker.received.filter(({ api, version }) => api === 'JoinGroup' && version < 4);
    expect(new Set(joined.map(({ body }) => body['groupId'])).size).toBe(4);
  });

  it('may be less than all that Kafka has', async () => {
    const { report, findings } = await judge({
      apis: { Heartbeat: { min: 1, max: 2 }, ApiVersions: { min: 0, max: 4 } },
    });
    expect(findings).toEqual([]);
    expect(report.results.map(({ id }) => id)).toEqual([
      'versions/answered@Heartbeat.v1',
      'versions/answered@Heartbeat.v2',
      'versions/known@Heartbeat',
    ]);
  });

  it.each<[string, () => BrokerScript, string, string, RegExp]>([
    [
      'a version that Kafka does not have',
      () => ({ apis: { Heartbeat: { min: 0, max: 5 } } }),
      'versions/known@Heartbeat',
      'WIRE-10',
      /^Heartbeat is advertised 0-5; Kafka has 0-4$/,
    ],
    [
      'a range that holds no version',
      () => ({ apis: { Heartbeat: { min: 0, max: 4 }, SyncGroup: { min: 3, max: 1 } } }),
      'versions/known@SyncGroup',
      'WIRE-10',
      /from 3 to 1, which is none; Kafka has 0-5$/,
    ],
    [
      "a version that is answered in another one's form",
      at('LeaveGroup', 3, (request) => answerIn(2, request, { errorCode: 25 })),
      'versions/answered@LeaveGroup.v3',
      'WIRE-09',
      /cannot be read as that version: .*; it has the form of version 1 or 2$/,
    ],
    [
      'a version whose answer leaves bytes over',
      at('Heartbeat', 3, (request) => answerIn(4, request, {})),
      'versions/answered@Heartbeat.v3',
      'WIRE-09',
      /cannot be read as that version/,
    ],
    [
      'a version that is answered by the end of the connection',
      at('SyncGroup', 5, cut),
      'versions/answered@SyncGroup.v5',
      'WIRE-08',
      /^SyncGroup v5 is advertised, but it was refused by the end of the connection: /,
    ],
    [
      'a version that is answered with error 35',
      at('DescribeGroups', 6, () => ({
        groups: [{ groupId: 'g', errorCode: UNSUPPORTED_VERSION }],
      })),
      'versions/answered@DescribeGroups.v6',
      'WIRE-08',
      /it was refused with UNSUPPORTED_VERSION$/,
    ],
    [
      'a version that is not answered at all',
      at('DeleteGroups', 2, () => undefined),
      'versions/answered@DeleteGroups.v2',
      'WIRE-08',
      /it was not answered, for 100 ms and more$/,
    ],
    [
      'a version whose second answer to a join is in the form of another',
      at('JoinGroup', 5, (request) =>
        request.body['memberId'] === ''
          ? { errorCode: MEMBER_ID_REQUIRED, memberId: 'm' }
          : answerIn(4, request, { memberId: 'm', members: [{ memberId: 'm' }] }),
      ),
      'versions/answered@JoinGroup.v5',
      'WIRE-09',
      /it has the form of version 2 or 3 or 4$/,
    ],
  ])('must not be %s', async (_claim, script, id, rule, summary) => {
    const { report, findings } = await judge(script());
    expect(findings.map((finding) => finding.id)).toEqual([id]);
    expect(findings[0]).toMatchObject({ verdict: 'fail', failure: { rules: [rule] } });
    expect(findings[0]?.failure?.summary).toMatch(summary);
    expect(exitCodeOf(report)).toBe(1);
  });

  it('is not judged by one connection that the network may have ended', async () => {
    let first = true;
    const { findings } = await judge({
      handlers: {
        Heartbeat: (request) => {
          if (request.version !== 2 || !first) return {};
          first = false;
          return cut(request);
        },
      },
    });
    expect(findings).toEqual([]);
  });
});

describe('On a virtual clock', () => {
  const reference = createReferenceAdapter(kit.defaults);

  it('the reference is honest', async () => {
    const report = await certify(kit, reference, CHECKS);
    expect(report.summary).toMatchObject({ pass: 51, fail: 0 });
  });

  it('an adapter of any kind that advertises too much is found out', async () => {
    const adapter = announcing(reference, {
      advertised: new Map([['JoinGroup', { min: 0, max: 12 }]]),
    });
    const report = await certify(kit, adapter, CHECKS);
    expect(report.results.filter(({ verdict }) => verdict === 'fail')).toMatchObject([
      { id: 'versions/known@JoinGroup', failure: { rules: ['WIRE-10'] } },
    ]);
  });
});
