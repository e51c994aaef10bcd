// @ts-check
import { builtGo, missingGo } from './go.js';
import { startPrinting } from './tcp-server.js';

/** The commit that adapters/seaweedfs/go.mod names, of 2026-11-09. */
const VERSION = '7506e5f91cd6';

export const missingTools = missingGo;

const install = () => builtGo('seaweedfs', VERSION);

export async function start() {
  return startPrinting({ name: 'SeaweedFS Kafka gateway', version: VERSION }, await install(), []);
}
