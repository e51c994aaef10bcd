import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type Adapter, AdapterError, type Answer } from '../../../src/adapter/adapter.js';
import { ERROR_CODES } from '../../../src/adapter/child-process/protocol.js';
import { serveAdapter } from '../../../src/adapter/child-process/serve.js';
import { createReferenceAdapter } from '../../../src/adapter/reference/index.js';
import { loadKitSpec } from '../../../src/kit.js';
import { call, MOSTLY_NO_CALLS, type RawMessage } from '../../fakes/conversation.js';
import { announcing, changesField, withFault } from '../../fakes/wrong-adapters.js';

const reference = createReferenceAdapter(loadKitSpec().defaults);

/** All that it writes until the last of the calls is answered. */
async function converse(adapter: Adapter, lines: readonly string[]): Promise<RawMessage[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(lines.map((line) => `${line}\n`).join(''));
  const served = serveAdapter(adapter, input, output);
  const last: RawMessage = JSON.parse(lines.at(-1) ?? '');
  const messages: RawMessage[] = [];
  for await (const line of createInterface({ input: output })) {
    messages.push(JSON.parse(line));
    if (messages.at(-1)?.id === last.id) break;
  }
  await served;
  return messages;
}

const open = call(1, 'open', { session: 1, configuration: {} });
const send = call(2, 'send', {
  ...{ session: 1, requestId: 1, connection: 'c', clientId: 'c', api: 'Heartbeat', version: 0 },
  body: { groupId: 'g', generationId: 1, memberId: 'm' },
});
const settle = call(3, 'settle', { session: 1 });

test('A served adapter answers what is no call with an error, and goes on', async () => {
  const answers = await converse(
    reference,
    MOSTLY_NO_CALLS.map(({ line }) => line),
  );
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual(
    MOSTLY_NO_CALLS.map(({ answer }) => answer),
  );
});

test('A record that is not of its kind is bad params', async () => {
  const record = { keyVersion: 2, key: {}, valueVersion: null, value: null };
  const load = { session: 1, records: [record], configuration: {} };
  const unload = call(2, 'unload', { session: 1 });
  const [, , refused] = await converse(reference, [open, unload, call(3, 'start-load', load)]);
  expect(refused).toMatchObject({
    id: 3,
    error: {
      code: ERROR_CODES.badParams,
      message: "a record is not of its kind: GroupMetadataKey v2: lacks the field 'group'",
    },
  });
});

const unfit = {
  code: ERROR_CODES.fault,
  message:
    'HeartbeatResponse v0: errorCode: needs an integer from -32768 to 32767, not the string "oh"',
};

test('A response that does not fit is a fault of the adapter, not of the params', async () => {
  const wrong = withFault(reference, changesField('Heartbeat', 'errorCode', 'oh'));
  const messages = await converse(wrong, [open, send, settle]);
  expect(messages.find(({ id }) => id === 2)).toMatchObject({ error: unfit });
  expect(messages.filter(({ method }) => method === 'answer')).toEqual([]);
});

test('So it is on a real clock, where the next call tells of it', async () => {
  const body = { errorCode: 'oh' };
  const answers: Answer[] = [];
  let arrived = () => {};
  const adapter: Adapter = {
    ...announcing(reference, { clock: 'real' }),
    open: async () => ({
      clock: {
        kind: 'real',
        now: () => 0,
        waitUntil(_time, wake = () => false) {
          arrived = wake;
          return new Promise(() => {});
        },
        takeLag: () => 0,
      },
      async send({ id }) {
        answers.push({ kind: 'response', requestId: id, at: 0, body });
        arrived();
      },
      settle: async () => {},
      takeAnswers: () => answers.splice(0),
      takeRecords: async () => [],
      control: () => Promise.reject(new AdapterError('there is none')),
      close: async () => {},
    }),
  };
  const messages = await converse(adapter, [open, send, settle]);
  expect(messages.find(({ id }) => id === 3)).toMatchObject({ error: unfit });
});
