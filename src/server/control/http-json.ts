import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { reasonOf } from '../coordinator-host.js';
import { ServerError } from '../server-error.js';
import { ControlError } from './control-error.js';
import { findRoute, type Route } from './route.js';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 100;

/** Serves routes as JSON over HTTP; everything that goes wrong is `{ "error": … }`. */
export function createJsonServer(routes: readonly Route[]): Server {
  const server = createServer((request, response) => {
    serve(routes, request)
      .then((result) => reply(response, 200, result))
      .catch((error: unknown) => {
        // Nobody is left to be told.
        if (response.destroyed) return;
        reply(response, statusOf(error), { error: reasonOf(error) });
      });
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function serve(routes: readonly Route[], request: IncomingMessage): Promise<unknown> {
  refuseBrowsers(request);
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', 'http://localhost');
  const { route, name } = findRoute(routes, method, url.pathname);
  const body = method === 'POST' ? await bodyOf(request) : {};
  return route.run({ name, query: url.searchParams, body });
}

/** A page of the web that a browser on this machine shows has no business here. */
function refuseBrowsers({ headers }: IncomingMessage): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  if (headers.origin === undefined && ['127.0.0.1', 'localhost'].includes(host)) return;
  throw new ControlError(403, 'only programs on this machine may use this, by its address');
}

/** Empty without a body. */
async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) {
      throw new ControlError(413, `the body has more than ${MAX_BODY_BYTES} bytes`);
    }
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8').trim();
  const body = text === '' ? {} : parsed(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Readonly<Record<string, unknown>>;
  }
  throw new ControlError(400, 'the body must be a JSON object');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ControlError(400, `the body is no JSON: ${reasonOf(error)}`);
  }
}

function statusOf(error: unknown): number {
  if (error instanceof ControlError) return error.status;
  return error instanceof ServerError ? 409 : 500;
}

function reply(response: ServerResponse, status: number, result: unknown): void {
  const text = `${JSON.stringify(result, null, 2)}\n`;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    // A body that was not read to its end would be taken for the next request.
    ...(status === 200 ? {} : { connection: 'close' }),
  });
  response.end(text);
}
