import { LOG_ERRORS } from '../../../reference/errors.js';
import type { CreateCoordinator } from '../coordinator-host.js';
import { SERVED_APIS } from '../exchange.js';
import type { KafkaServer } from '../server.js';
import { ControlError } from './control-error.js';
import { dumpGroups, dumpRecord } from './dump.js';
import { allowFields, choiceField, integerField, required, textField } from './fields.js';
import type { ControlRequest, Route } from './route.js';

export interface ControlParts {
  readonly server: KafkaServer;
  /** The reference with the mistake of this name in it, null without one. Rejects with a sentence. */
  readonly coordinatorOf: (mutant: string | null) => Promise<CreateCoordinator>;
  /** What the server was started with. */
  readonly mutant: string | null;
}

const COUNT = { min: 1, max: 1_000_000 };
const DURATION = { min: 0, max: 2 ** 31 - 1 };
const PORT = { min: 1, max: 65_535 };
const MOST_RECORDS = 1_000;

export function createRoutes({ server, coordinatorOf, ...parts }: ControlParts): readonly Route[] {
  const { broker, listener, interferences } = server;
  const { host } = broker;
  let { mutant } = parts;

  /** With all that is due by now done. */
  const upToDate = () => host.perform((coordinator) => coordinator);

  function status() {
    const { timer, log, groups } = upToDate();
    return {
      address: { host: listener.host, port: listener.port },
      coordinator: { at: host.whereabouts, forwarding: broker.forwarding },
      mutant,
      time: timer.now,
      groups: [...groups.values()].length,
      records: host.history.end,
      appendsToFail: log.failuresWaiting,
      delays: interferences.pending(),
      connections: listener.connections.size,
      connectionsRefused: listener.refused,
      topics: broker.topics.all().map(({ name, partitions }) => ({
        name,
        partitions: partitions.length,
      })),
      configuration: broker.configuration,
    };
  }

  function group({ name }: ControlRequest) {
    const found = upToDate().groups.get(name);
    if (found === undefined) throw new ControlError(404, `there is no group '${name}'`);
    return dumpGroups(host, [found])[0];
  }

  function records({ query }: ControlRequest) {
    const number = query.get('from') ?? '0';
    if (!/^\d{1,15}$/.test(number)) throw new ControlError(400, "'from' must be a whole number");
    const ofGroup = query.get('group');
    const found = host.history
      .from(Number(number))
      .filter(({ record }) => ofGroup === null || record.key.group === ofGroup)
      .slice(0, MOST_RECORDS);
    return { end: host.history.end, records: found.map(dumpRecord) };
  }

  async function mutate({ body }: ControlRequest) {
    allowFields(body, 'name');
    if (body['name'] === undefined) throw new ControlError(400, "the field 'name' is missing");
    const name = textField(body, 'name');
    const create = await coordinatorOf(name).catch((error: Error) => {
      throw new ControlError(400, error.message);
    });
    host.replace(create);
    mutant = name;
    return status();
  }

  function drop({ body }: ControlRequest) {
    allowFields(body, 'clientId');
    const clientId = textField(body, 'clientId');
    const chosen = [...listener.connections].filter(
      (connection) => clientId === null || connection.clientId === clientId,
    );
    for (const connection of chosen) connection.close('it was dropped on request');
    return { dropped: chosen.length };
  }

  function delay({ body }: ControlRequest) {
    allowFields(body, 'api', 'clientId', 'ms', 'times');
    if (body['ms'] === undefined) throw new ControlError(400, "the field 'ms' is missing");
    interferences.add({
      api: choiceField(body, 'api', SERVED_APIS),
      clientId: textField(body, 'clientId'),
      delayMs: integerField(body, 'ms', DURATION),
      times: integerField(body, 'times', COUNT),
    });
    return { delays: interferences.pending() };
  }

  function failAppends({ body }: ControlRequest) {
    allowFields(body, 'error', 'times');
    const error = required(choiceField(body, 'error', LOG_ERRORS), 'error');
    const times = integerField(body, 'times', COUNT) ?? 1;
    const { log } = host.coordinator;
    for (let time = 0; time < times; time++) log.failNextAppend(error);
    return { appendsToFail: log.failuresWaiting };
  }

  function move({ body }: ControlRequest) {
    allowFields(body, 'at', 'host', 'port');
    const at = required(choiceField(body, 'at', ['here', 'loading', 'away'] as const), 'at');
    const to = { host: textField(body, 'host'), port: integerField(body, 'port', PORT) };
    if ((to.host === null) !== (to.port === null)) {
      throw new ControlError(400, "'host' and 'port' go together");
    }
    if (to.host !== null && at !== 'away') {
      throw new ControlError(400, "only a coordinator that is 'away' has another address");
    }
    host.move(at);
    broker.forwarding =
      to.host === null || to.port === null ? null : { host: to.host, port: to.port };
    return status();
  }

  const routes: readonly Route[] = [
    {
      method: 'GET',
      path: '/',
      what: 'this list',
      run: () => routes.map((route) => `${route.method} ${route.path}: ${route.what}`),
    },
    { method: 'GET', path: '/status', what: 'the server as a whole', run: status },
    {
      method: 'GET',
      path: '/groups',
      what: 'the state of every group',
      run: () => dumpGroups(host, upToDate().groups.values()),
    },
    { method: 'GET', path: '/groups/:name', what: 'the state of one group', run: group },
    {
      method: 'GET',
      path: '/records',
      what: 'what was written to the log of the groups; ?from=NUMBER&group=ID',
      run: records,
    },
    {
      method: 'GET',
      path: '/connections',
      what: 'who is connected',
      run: () =>
        [...listener.connections].map(({ name, clientId, openedAt }) => ({
          address: name,
          clientId,
          openForMs: Math.round(performance.now() - openedAt),
        })),
    },
    {
      method: 'POST',
      path: '/connections/drop',
      what: 'close all connections, or those of a client: { clientId? }',
      run: drop,
    },
    {
      method: 'POST',
      path: '/mutant',
      what: 'put a mistake in, or take it out with null: { name }',
      run: mutate,
    },
    {
      method: 'POST',
      path: '/delays',
      what: 'answer late, or never with null: { ms, api?, clientId?, times? }',
      run: delay,
    },
    {
      method: 'DELETE',
      path: '/delays',
      what: 'answer at once again',
      run: () => {
        interferences.clear();
        return { delays: interferences.pending() };
      },
    },
    {
      method: 'POST',
      path: '/appends/fail',
      what: 'refuse the next records: { error, times? }',
      run: failAppends,
    },
    {
      method: 'POST',
      path: '/coordinator',
      what: 'move the coordinator: { at: here | loading | away, host?, port? }',
      run: move,
    },
  ];
  return routes;
}
