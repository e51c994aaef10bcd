// @ts-check

/** Of __consumer_offsets. Groups of different partitions do not wait for each other's appends. */
export const OFFSETS_PARTITIONS = 4;

/**
 * What every broker of these has. Group limits and delays are small, because cases wait for them in
 * real time.
 * @type {Readonly<Record<string, string | number>>}
 */
export const COMMON_PROPERTIES = {
  'offsets.topic.replication.factor': 1,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,

  'group.min.session.timeout.ms': 100,
  'group.initial.rebalance.delay.ms': 1000,
  'group.max.size': 4,

  // Every member of every case has a connection of its own, and all cases connect at once. The
  // default backlog of 50 makes the kernel drop some of them, which then come a second late.
  'socket.listen.backlog.size': 4096,
  'num.network.threads': 2,
  'num.io.threads': 4,
};

/**
 * One KRaft process that is broker and controller.
 * @param {object} broker
 * @param {string} broker.host
 * @param {number} broker.port
 * @param {number} broker.controllerPort
 * @param {string} broker.logDirectory
 * @param {Readonly<Record<string, string>>} broker.properties of its release only
 * @returns {string} a server.properties file
 */
export function kafkaProperties({ host, port, controllerPort, logDirectory, properties }) {
  /** @type {Record<string, string | number>} */
  const all = {
    ...properties,
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@${host}:${controllerPort}`,
    listeners: `PLAINTEXT://${host}:${port},CONTROLLER://${host}:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://${host}:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': logDirectory,

    'offsets.topic.num.partitions': OFFSETS_PARTITIONS,
    ...COMMON_PROPERTIES,
  };
  return Object.entries(all)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');
}
