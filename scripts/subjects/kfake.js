// @ts-check
import { builtGo, missingGo } from './go.js';
import { startPrinting } from './tcp-server.js';

/** The commit that adapters/kfake/go.mod names, of 2026-09-18. */
const VERSION = '01f206a7e32c';

export const missingTools = missingGo;

const install = () => builtGo('kfake', VERSION);

export async function start() {
  return startPrinting({ name: 'kfake', version: VERSION }, await install(), []);
}
