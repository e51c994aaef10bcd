// @ts-check
import { builtGo, missingGo } from './go.js';
import { startPrinting } from './tcp-server.js';

/** The commit that adapters/seaweedfs/go.mod names, of 2026-11-09. */
const VERSION = '7506e5f91cd6';

export const missingTools = missingGo;

/**
 * It looks for expired members every 30 s after its start and at no other time: only in a process
 * of its own does every case find it at the same moment.
 */
export async function spawnCommand() {
  return `'${await builtGo('seaweedfs', VERSION)}'`;
}

export async function start() {
  const named = { name: 'SeaweedFS Kafka gateway', version: VERSION };
  return startPrinting(named, await builtGo('seaweedfs', VERSION), []);
}
