// An adapter that is right but for one fault: node test/fakes/wrong-adapter.js FAULT PIDS
//
// Its implementation knows no group: Heartbeat is answered UNKNOWN_MEMBER_ID, and a member that
// says to be 'poison' is what the faults below wait for. PIDS gets the id of every process.
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [fault = 'none', pids] = process.argv.slice(2);
appendFileSync(pids, `${process.pid}\n`);
const started = readFileSync(pids, 'utf8').split('\n').length - 1;

const UNKNOWN_MEMBER_ID = 25;
const sessions = new Map();

const say = (message) => writeSync(1, `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const answer = (params) => say({ method: 'answer', params });
const result = (id, value = {}) => say({ id, result: value });
const failure = (id, code, message) => say({ id, error: { code, message } });

const heartbeat = (version) => ({
  ...(version > 0 && { throttleTimeMs: 0 }),
  errorCode: UNKNOWN_MEMBER_ID,
});

const introduction = {
  protocolVersion: 1,
  name: 'nobody',
  version: '1.0',
  apis: { Heartbeat: { min: 0, max: 4 } },
  configuration: { 'group.max.size': 5 },
  capabilities: ['virtual-clock', 'records'],
  clock: 'virtual',
  isolated: true,
};

/** The right thing to do; params have a session, but for the first and the last. */
const right = {
  initialize: ({ id }) => result(id, introduction),
  open({ id, params }) {
    sessions.set(params.session, { now: 0 });
    result(id);
  },
  send({ id, params }) {
    const { session, requestId, version } = params;
    answer({ session, requestId, at: sessions.get(session).now, body: heartbeat(version) });
    result(id);
  },
  settle: ({ id }) => result(id),
  advance({ id, params }) {
    const session = sessions.get(params.session);
    session.now += params.ms;
    result(id, { now: session.now });
  },
  records: ({ id }) => result(id, { records: [] }),
  close: ({ id }) => result(id),
  shutdown({ id }) {
    result(id);
    process.exit(0);
  },
};

const introduces = (changes) => ({
  initialize: ({ id }) => result(id, { ...introduction, ...changes }),
});

/** Does something else when a poisoned request comes. */
const onPoison = (act) => ({
  send(request) {
    if (request.params.body.memberId === 'poison') act(request);
    else right.send(request);
  },
});

const answersWith = (change) =>
  onPoison(({ id, params }) => {
    const { session, requestId, version } = params;
    answer({ session, requestId, at: 0, ...change(version) });
    result(id);
  });

/** A handler that never comes back, so that nothing else is handled either. */
const forEver = (act) => () => {
  for (;;) act();
};

const FAULTS = {
  none: {},
  // The handshake.
  'never-answers': { initialize() {} },
  'ends-at-once': {
    initialize() {
      process.stderr.write('no coordinator found\nset COORDINATOR_HOME\n', () => process.exit(3));
    },
  },
  'prints-a-banner': {
    initialize(request) {
      writeSync(1, 'Welcome to nobody 1.0!\n');
      right.initialize(request);
    },
  },
  'speaks-version-2': introduces({ protocolVersion: 2 }),
  'refuses-version-1': { initialize: ({ id }) => failure(id, -32602, 'I speak version 7 only.') },
  'invents-a-capability': introduces({ capabilities: ['virtual-clock', 'teleport'] }),
  'has-versions-upside-down': introduces({ apis: { Heartbeat: { min: 4, max: 0 } } }),
  'invents-an-api': introduces({ apis: { Hartbeat: { min: 0, max: 4 } } }),
  'has-versions-of-the-future': introduces({ apis: { Heartbeat: { min: 90, max: 99 } } }),
  'has-a-later-version-too': introduces({ apis: { Heartbeat: { min: 0, max: 99 } } }),
  'has-two-clocks': introduces({ clock: 'real' }),
  'introduces-itself-twice-over': introduces({ nickname: 'n' }),
  'introduces-itself-not': { initialize: ({ id }) => result(id) },

  // The middle of a case.
  'hangs-in-settle': { settle() {} },
  'hangs-for-good': onPoison(forEver(() => {})),
  exits: onPoison(() => {
    process.stderr.write('out of members\n', () => process.exit(7));
  }),
  'exits-and-counts': {
    // Who starts it writes a 1 there.
    initialize(request) {
      appendFileSync(`${pids}.starting`, '-1\n');
      right.initialize(request);
    },
    ...onPoison(() => process.exit(7)),
  },
  'exits-quietly': onPoison(() => process.exit(0)),
  aborts: onPoison(() => process.kill(process.pid, 'SIGABRT')),
  'exits-in-settle': { settle: () => process.exit(7) },
  'exits-in-open': { open: () => process.exit(7) },
  'exits-once': onPoison((request) => {
    if (started === 1) process.exit(7);
    right.send(request);
  }),
  'prints-garbage': onPoison((request) => {
    writeSync(1, 'heartbeat of poison\u0007\n');
    right.send(request);
  }),
  'prints-no-text': onPoison(() => writeSync(1, Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]))),
  'prints-a-batch': onPoison(({ id }) =>
    writeSync(1, `[{"jsonrpc":"2.0","id":${id},"result":{}}]\n`),
  ),
  'calls-back': onPoison(() => say({ id: 1, method: 'log', params: {} })),
  'cannot-read': onPoison(() => say({ id: null, error: { code: -32700, message: 'no JSON' } })),
  'answers-a-call-twice': onPoison((request) => {
    right.send(request);
    result(request.id);
  }),
  'answers-a-call-never-made': onPoison(() => result(4711)),
  'answers-neither-way': onPoison(({ id }) => say({ id })),
  'answers-with-more': onPoison(({ id }) => result(id, { taken: true })),
  'answers-a-request-twice': onPoison((request) => {
    const { session, requestId, version } = request.params;
    answer({ session, requestId, at: 0, body: heartbeat(version) });
    right.send(request);
  }),
  'answers-a-request-never-sent': onPoison((request) => {
    const { session } = request.params;
    answer({ session, requestId: 4711, at: 0, body: heartbeat(4) });
    right.send(request);
  }),
  'answers-in-another-session': onPoison((request) => {
    answer({ session: 4711, requestId: 1, at: 0, body: heartbeat(4) });
    right.send(request);
  }),
  'answers-two-ways': answersWith((version) => ({ body: heartbeat(version), closed: 'bye' })),
  'floods-one-line': onPoison(forEver(() => writeSync(1, 'x'.repeat(65_536)))),
  'floods-lines': {
    send: right.send,
    settle: ({ params }) =>
      forEver(() => answer({ ...params, requestId: 1, at: 0, body: heartbeat(4) }))(),
  },
  'forgets-to-take': onPoison(({ params }) => {
    const { session, requestId, version } = params;
    answer({ session, requestId, at: 0, body: heartbeat(version) });
  }),
  'refuses-to-send': onPoison(({ id }) => failure(id, 1, 'the log is on fire')),
  'closes-its-output': onPoison(() => {
    lines.removeAllListeners('line');
    closeSync(1);
  }),
  'answers-after-settling': {
    send({ id, params }) {
      sessions.get(params.session).late = params;
      result(id);
    },
    close(request) {
      const { late } = sessions.get(request.params.session);
      const { session, requestId, version } = late;
      answer({ session, requestId, at: 0, body: heartbeat(version) });
      right.close(request);
    },
  },
  'answers-behind-settling': {
    send({ id, params }) {
      sessions.get(params.session).late = params;
      result(id);
    },
    settle({ id, params }) {
      const { late } = sessions.get(params.session);
      const { session, requestId, version } = late;
      const answered = { session, requestId, at: 0, body: heartbeat(version) };
      const lines = [
        { jsonrpc: '2.0', id, result: {} },
        { jsonrpc: '2.0', method: 'answer', params: answered },
      ];
      writeSync(1, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    },
  },
  'answers-in-another-version': answersWith((version) => ({
    body: heartbeat(version === 0 ? 1 : 0),
  })),
  'answers-with-text': answersWith((version) => ({
    body: { ...heartbeat(version), errorCode: 'UNKNOWN_MEMBER_ID' },
  })),
  'answers-with-null': answersWith(() => ({ body: null })),
  'answers-unreadably': answersWith(() => ({ undecodable: 'the frame ends too early' })),
  'closes-connections': answersWith(() => ({ closed: 'reset by peer' })),
  'loses-time': {
    advance: ({ id }) => result(id, { now: 4711 }),
  },
  'writes-no-records': {
    records: ({ id }) =>
      result(id, { records: [{ keyVersion: 2, key: {}, valueVersion: null, value: null }] }),
  },

  // The end.
  'will-not-end': {
    initialize(request) {
      process.on('SIGTERM', () => {});
      setInterval(() => {}, 1_000);
      right.initialize(request);
    },
    shutdown() {},
  },
  'leaves-a-process': {
    initialize(request) {
      const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
        stdio: 'inherit',
      });
      appendFileSync(pids, `${left.pid}\n`);
      right.initialize(request);
    },
  },
};

const handlers = { ...right, ...FAULTS[fault] };
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const request = JSON.parse(line);
  handlers[request.method](request);
});
lines.on('close', () => fault !== 'will-not-end' && process.exit(0));
