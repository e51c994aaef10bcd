import { expect, it } from 'vitest';
import type { Adapter, Answer, OutgoingRequest, Session } from '../../src/adapter/adapter.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import { apiSchema } from '../../src/protocol/apis.js';
import { decodeMessage, encodeMessage } from '../../src/protocol/codec.js';
import { selectCases } from '../../src/suite/cases/select-cases.js';

/** The same adapter with the bytes of every request and answer in between, as on a wire. */
function throughBytes(adapter: Adapter): Adapter {
  return {
    ...adapter,
    open: async (options) => sessionThroughBytes(await adapter.open(options)),
  };
}

function sessionThroughBytes(session: Session): Session {
  const sent = new Map<number, OutgoingRequest>();
  return {
    ...session,
    async send(request) {
      sent.set(request.id, request);
      const { request: schema } = apiSchema(request.api);
      const bytes = encodeMessage(schema, request.version, request.body);
      await session.send({ ...request, body: decodeMessage(schema, request.version, bytes) });
    },
    takeAnswers: () => session.takeAnswers().map((answer) => answerThroughBytes(sent, answer)),
  };
}

function answerThroughBytes(sent: ReadonlyMap<number, OutgoingRequest>, answer: Answer): Answer {
  const request = sent.get(answer.requestId);
  if (request === undefined || answer.kind !== 'response') return answer;
  const { response: schema } = apiSchema(request.api);
  const bytes = encodeMessage(schema, request.version, answer.body);
  return { ...answer, body: decodeMessage(schema, request.version, bytes) };
}

it('The reference gets the same verdicts when its messages travel as bytes', async () => {
  const kit = loadKit();
  // All APIs at all versions; the other cases ask the same requests in other states.
  const areas = ['delete', 'describe', 'heartbeat', 'leave', 'list', 'static', 'sync', 'wire'];
  const cases = selectCases(kit.cases, areas);
  const direct = await certify(kit, createReferenceAdapter(kit.defaults), { cases });
  const bytes = await certify(kit, throughBytes(createReferenceAdapter(kit.defaults)), { cases });
  expect(bytes.results).toEqual(direct.results);
  expect(direct.verdict).toBe('pass');
});
