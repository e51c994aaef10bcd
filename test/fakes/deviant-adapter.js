// The reference with other errors: node test/fakes/deviant-adapter.js Heartbeat:25=69 …
//
// Every answer of the API that has the first error code has the second one instead. Needs a build.
import { serveAdapter } from '../../dist/src/adapter/child-process/serve.js';
import { createReferenceAdapter } from '../../dist/src/adapter/reference/index.js';
import { loadKitSpec } from '../../dist/src/kit.js';

const faults = process.argv.slice(2).map((word) => {
  const [, api, right, wrong] = /^(\w+):(\d+)=(\d+)$/.exec(word);
  return { api, right: Number(right), wrong: Number(wrong) };
});

const reference = createReferenceAdapter(loadKitSpec().defaults);

const deviant = {
  ...reference,
  async open(options) {
    const session = await reference.open(options);
    const apis = new Map();
    return {
      ...session,
      send(request) {
        apis.set(request.id, request.api);
        return session.send(request);
      },
      takeAnswers: () =>
        session.takeAnswers().map((answer) => {
          const fault = faults.find(
            ({ api, right }) =>
              api === apis.get(answer.requestId) && answer.body?.errorCode === right,
          );
          if (fault === undefined) return answer;
          return { ...answer, body: { ...answer.body, errorCode: fault.wrong } };
        }),
    };
  },
};

await serveAdapter(deviant, process.stdin, process.stdout);
process.stdin.destroy();
