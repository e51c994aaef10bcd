import { listen } from '../listener.js';
import { createJsonServer } from './http-json.js';
import { type ControlParts, createRoutes } from './routes.js';

export interface Control {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Never more than this machine: whoever reaches it may do everything. */
const LOOPBACK = '127.0.0.1';

/**
 * Opens the door for those who want to look at a server or to make it misbehave (docs/serve.md).
 *
 * @param port 0: any that is free
 * @throws ServerError when the port cannot be had
 */
export async function startControl(parts: ControlParts, port: number): Promise<Control> {
  const server = createJsonServer(createRoutes(parts));
  const taken = await listen(server, LOOPBACK, port);
  return {
    host: LOOPBACK,
    port: taken,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
