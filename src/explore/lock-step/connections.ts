import { letterOf, type RequestMove } from '../sequence.js';
import type { LockStep } from './lock-step.js';

/** A broker reads a connection's next request when it has answered the last. */
export function freeConnection(outstanding: LockStep['outstanding'], client: string): string {
  let name = client;
  for (let number = 2; isTaken(outstanding, name); number++) name = `${client}-${number}`;
  return name;
}

function isTaken(outstanding: LockStep['outstanding'], name: string): boolean {
  for (const { connection } of outstanding.values()) if (connection === name) return true;
  return false;
}

/** All incarnations of a client are one program. */
export function clientIdOf({ client, clientId }: RequestMove): string | null {
  return clientId === null ? null : letterOf(client);
}
