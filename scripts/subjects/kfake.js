// @ts-check
import { builtGo, missingGo } from './go.js';
import { startPrinting } from './tcp-server.js';

/** The commit that adapters/kfake/go.mod names, of 2026-09-18. */
const VERSION = '01f206a7e32c';

/** What it does not tell: it holds no first join. */
export const configuration = {
  'group.initial.rebalance.delay.ms': 0,
  'group.min.session.timeout.ms': 100,
};

export const missingTools = missingGo;

const install = () => builtGo('kfake', VERSION);

export async function start() {
  return startPrinting({ name: 'kfake', version: VERSION }, await install(), []);
}
