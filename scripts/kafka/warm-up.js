// @ts-check

const GROUP = { groupId: 'g' };
const NOBODY = { memberId: 'm', groupInstanceId: null };

const REQUESTS = [
  {
    api: 'JoinGroup',
    version: 9,
    body: {
      ...GROUP,
      ...{ sessionTimeoutMs: 10_000, rebalanceTimeoutMs: 10_000 },
      ...{ memberId: '', groupInstanceId: 'i', protocolType: 'consumer' },
      protocols: [{ name: 'p', metadata: 'AAA=' }],
      reason: null,
    },
  },
  {
    api: 'SyncGroup',
    version: 5,
    body: {
      ...GROUP,
      ...NOBODY,
      generationId: 1,
      protocolType: 'consumer',
      protocolName: 'p',
      assignments: [],
    },
  },
  { api: 'Heartbeat', version: 4, body: { ...GROUP, ...NOBODY, generationId: 1 } },
  {
    api: 'DescribeGroups',
    version: 6,
    body: { groups: ['g', 'h'], includeAuthorizedOperations: true },
  },
  { api: 'ListGroups', version: 5, body: { statesFilter: [], typesFilter: [] } },
  { api: 'LeaveGroup', version: 5, body: { ...GROUP, members: [{ ...NOBODY, reason: null }] } },
  { api: 'DeleteGroups', version: 2, body: { groupsNames: ['h'] } },
];

/**
 * What an adapter refuses of the conversation, a sentence each.
 * @param {string} written its answers, one message a line
 */
export function refusalsIn(written) {
  return written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ error }) => error !== undefined)
    .map(({ id, error }) => `call ${id}: ${error.message}`);
}

/** A conversation that touches most of what a certification will, one message a line. */
export function warmUp() {
  const session = 1;
  const calls = [
    ['initialize', { protocolVersion: 1, kit: { name: 'warm-up', version: '1' } }],
    ['open', { session, configuration: { 'group.max.size': 4 } }],
    ...REQUESTS.flatMap((request, index) => [
      ['send', { session, requestId: index, connection: 'c', clientId: 'c', ...request }],
      ['settle', { session }],
      ['advance', { session, ms: 3000 }],
      ['records', { session }],
    ]),
    ['fail-appends', { session, error: 'NOT_ENOUGH_REPLICAS' }],
    ['hold-commits', { session }],
    ['release-commits', { session }],
    ['unload', { session }],
    ['start-load', { session, records: null, configuration: {} }],
    ['finish-load', { session }],
    ['close', { session }],
    ['shutdown', {}],
  ];
  return calls
    .map(([method, params], index) => ({ jsonrpc: '2.0', id: index + 1, method, params }))
    .map((message) => `${JSON.stringify(message)}\n`)
    .join('');
}
