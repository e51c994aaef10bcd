import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Listens and never accepts: the kernel takes two connections in, further ones stay in the making. */
export interface DeafListener {
  readonly port: number;
  /** Connections that are made at once. */
  readonly room: number;
  close(): Promise<void>;
}

const BACKLOG = 1;
const SCRIPT = `
  const server = require('node:net').createServer();
  server.listen(0, '127.0.0.1', ${BACKLOG}, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

export async function startDeafListener(): Promise<DeafListener> {
  const child = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [port] = await once(child.stdout, 'data');
  return {
    port: Number(port),
    room: BACKLOG + 1,
    async close() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
