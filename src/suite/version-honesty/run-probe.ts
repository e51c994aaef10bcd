import { AdapterError, type Answer, ImplementationGoneError } from '../../adapter/adapter.js';
import { apiSchema } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { formatVersionRange } from '../../spec/version-range.js';
import { chooseDurations } from '../expand/durations.js';
import { createRenderer } from '../run/render.js';
import type { RunContext } from '../run/run-context.js';
import type { Exchange, Failure, Result } from '../verdict.js';
import { ANSWERED, KNOWN, type VersionCheck, type VersionProbe } from './checks.js';
import { type Conversation, createConversation } from './conversation.js';
import { joinRequest, type ProbeTarget, probeRequest } from './requests.js';

type AnsweredProbe = Extract<VersionProbe, { check: 'answered' }>;

/** How an implementation's versions differ from what it says of them. */
interface Finding {
  readonly rule: string;
  readonly summary: string;
  readonly expected: string;
  readonly actual: string;
  /** What that comes down to, whatever bytes there were. */
  readonly gist?: string;
  readonly exchange: readonly Exchange[];
}

/** Once may be the network, or a coordinator that is still at work on something else. */
const ATTEMPTS = 2;

/** Never throws for what the implementation or the adapter does. */
export async function runVersionProbe(
  context: RunContext,
  probe: VersionProbe,
  runToken: string,
): Promise<Result> {
  return probe.check === 'known'
    ? checkKnown(probe)
    : checkAnswered(context, probe, `groupspec-${runToken}-versions-`);
}

function checkKnown({ api, advertised }: Extract<VersionProbe, { check: 'known' }>): Result {
  const { versions } = apiSchema(api);
  const base = {
    ...head(KNOWN, `${KNOWN.id}@${api}`),
    swept: null,
    durationMs: 0,
    spentMs: 0,
    attempts: 1,
  };
  const said = formatVersionRange(advertised);
  if (advertised.min > advertised.max) {
    const actual = `from ${advertised.min} to ${advertised.max}, which is none`;
    return { ...base, verdict: 'fail', failure: knownFailure(api, versions, actual) };
  }
  if (advertised.min >= versions.min && advertised.max <= versions.max) {
    return { ...base, verdict: 'pass' };
  }
  return { ...base, verdict: 'fail', failure: knownFailure(api, versions, said) };
}

function knownFailure(
  api: VersionProbe['api'],
  versions: { readonly min: number; readonly max: number },
  actual: string,
): Failure {
  const expected = `within ${formatVersionRange(versions)}`;
  return failureOf(api, `${api} as it is advertised`, {
    rule: 'WIRE-10',
    summary: `${api} is advertised ${actual}; Kafka has ${formatVersionRange(versions)}`,
    expected,
    actual,
    exchange: [],
  });
}

async function checkAnswered(
  context: RunContext,
  probe: AnsweredProbe,
  groupPrefix: string,
): Promise<Result> {
  const { api, version } = probe;
  const base = {
    ...head(ANSWERED, `${ANSWERED.id}@${api}.v${version}`),
    swept: { api, version },
  };
  const startedAt = performance.now();
  for (let attempts = 1; ; attempts++) {
    const ownPrefix = `${groupPrefix}${api}-v${version}-${attempts}-`;
    const spent = () => {
      const { clock } = context.implementation;
      const ms = clock === 'real' ? Math.round(performance.now() - startedAt) : 0;
      return { durationMs: ms, spentMs: ms, attempts };
    };
    try {
      const finding = await askOnce(context, probe, ownPrefix);
      if (finding === null) return { ...base, verdict: 'pass', ...spent() };
      if (attempts < ATTEMPTS) continue;
      const step = `a request of ${api} v${version}`;
      const failure = failureOf(api, step, finding);
      return { ...base, verdict: 'fail', failure, ...spent() };
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      const verdict = error instanceof ImplementationGoneError ? 'inconclusive' : 'error';
      const reason = `${api} v${version}: ${error.message}`;
      return { ...base, verdict, reason, ...spent() };
    }
  }
}

async function askOnce(
  context: RunContext,
  probe: AnsweredProbe,
  groupPrefix: string,
): Promise<Finding | null> {
  const { configuration, epsilon, implementation, errors } = context;
  const durations = chooseDurations(configuration, implementation.clock, epsilon);
  const session = await context.adapter.open({ configuration: {} });
  try {
    const renderer = createRenderer({ nameOf: () => undefined }, groupPrefix, errors);
    const conversation = createConversation(session, renderer);
    const target = { groupId: `${groupPrefix}group`, durations };
    const asking: Asking = { context, conversation, target };
    const answers =
      probe.api === 'JoinGroup'
        ? await join(asking, probe.version)
        : await askPlainly(asking, probe);
    for (const answer of answers) {
      const finding = judge(context, probe, answer);
      if (finding !== null) return { ...finding, exchange: conversation.exchange };
    }
    return null;
  } finally {
    await session.close();
  }
}

interface Asking {
  readonly context: RunContext;
  readonly conversation: Conversation;
  readonly target: ProbeTarget;
}

/** Where there are groups to be shown, one with a member is there. */
async function askPlainly(
  { context, conversation, target }: Asking,
  { api, version }: AnsweredProbe,
): Promise<(Answer | undefined)[]> {
  const { apis } = context.implementation;
  const joined = apis.get('JoinGroup')?.max;
  if (joined !== undefined && (api === 'DescribeGroups' || api === 'ListGroups')) {
    await handOutId({ context, conversation, target }, joined, 0);
  }
  const limit = context.realPace.answerTimeout;
  return [await conversation.ask('B', api, version, probeRequest(api, version, target), limit)];
}

/** Every answer to a join of the version: to a member without id first, where it is handed one. */
async function join(asking: Asking, version: number): Promise<(Answer | undefined)[]> {
  const { durations } = asking.target;
  const { answerTimeout } = asking.context.realPace;
  const parked = durations.initialRebalanceDelay + durations.rebalanceTimeout + answerTimeout;
  return handOutId(asking, version, parked);
}

async function handOutId(
  { context, conversation, target }: Asking,
  version: number,
  limit: number,
): Promise<(Answer | undefined)[]> {
  const ask = (memberId: string) =>
    conversation.ask('A', 'JoinGroup', version, joinRequest(version, target, memberId), limit);
  const first = await ask('');
  if (first?.kind !== 'response') return [first];
  const memberId = first.body['memberId'];
  const handedOut =
    context.errors.name(Number(first.body['errorCode'])) === 'MEMBER_ID_REQUIRED' &&
    typeof memberId === 'string';
  return handedOut ? [first, await ask(memberId)] : [first];
}

function judge(
  { errors, realPace }: RunContext,
  { api, version }: AnsweredProbe,
  answer: Answer | undefined,
): Omit<Finding, 'exchange'> | null {
  const expected = `an answer in the form of version ${version}`;
  const finding = (rule: string, gist: string, what: string) => ({
    rule,
    summary: `${api} v${version} is advertised, but ${what}`,
    expected,
    actual: what,
    gist,
  });
  if (answer === undefined) {
    const limit = realPace.answerTimeout;
    return finding('WIRE-08', 'no answer', `it was not answered, for ${limit} ms and more`);
  }
  switch (answer.kind) {
    case 'connection-closed':
      return finding(
        'WIRE-08',
        'closed',
        `it was refused by the end of the connection: ${answer.reason}`,
      );
    case 'undecodable':
      return finding(
        'WIRE-09',
        'undecodable',
        `its answer cannot be read as that version: ${answer.reason}`,
      );
    case 'response':
      return errorCodesOf(answer.body).some((code) => errors.name(code) === 'UNSUPPORTED_VERSION')
        ? finding(
            'WIRE-08',
            'answered UNSUPPORTED_VERSION',
            'it was refused with UNSUPPORTED_VERSION',
          )
        : null;
  }
}

/** Of the answer as a whole and of each of its entries. */
function errorCodesOf(body: MessageBody): number[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'errorCode') return [Number(value)];
    if (!Array.isArray(value)) return [];
    const entries: readonly unknown[] = value;
    return entries.flatMap((entry) =>
      typeof entry === 'object' && entry !== null && 'errorCode' in entry
        ? [Number(entry.errorCode)]
        : [],
    );
  });
}

function head({ id: own, title, rules }: VersionCheck, id: string) {
  return { id, case: own, title, rules };
}

function failureOf(
  api: VersionProbe['api'],
  step: string,
  { rule, summary, expected, actual, gist, exchange }: Finding,
): Failure {
  return {
    kind: 'differs',
    file: `spec/messages/${api}.yaml`,
    line: 1,
    at: 1,
    step,
    rules: [rule],
    summary,
    differences: [{ path: api, expected, actual, ...(gist === undefined ? {} : { gist }) }],
    steps: [],
    exchange,
    omitted: 0,
    timers: [],
  };
}
