import type { Adapter, Configuration } from '../../src/adapter/adapter.js';
import {
  createReferenceAdapter,
  type ReferenceSession,
} from '../../src/adapter/reference/index.js';

export interface SimulatedTime {
  /**
   * How long the machine stands still after a wait, in ms. Sessions of the adapter and waits of a
   * session are counted from 1.
   */
  readonly pauseAfter?: (opened: number, wait: number) => number;
  /** Whether the clock tells of such a pause when it is asked for its own delays. */
  readonly admitsPauses?: boolean;
  /** What the implementation really does, when it differs from what it says it does. */
  readonly really?: Configuration;
}

/** Between a request and its answer, in ms. */
const ROUND_TRIP = 2;

/**
 * The reference behind a real clock whose time is simulated: it passes only while somebody waits,
 * so that a minute takes no time and a slow machine can be had at will.
 */
export function realTimeReference(configuration: Configuration, time: SimulatedTime = {}): Adapter {
  const reference = createReferenceAdapter({ ...configuration, ...time.really });
  let opened = 0;
  return {
    ...reference,
    describe: async () => ({
      ...(await reference.describe()),
      isolated: false,
      configuration,
      capabilities: new Set(),
      clock: 'real',
    }),
    open: async (options) => inRealTime(await reference.open(options), ++opened, time),
  };
}

function inRealTime(session: ReferenceSession, opened: number, time: SimulatedTime) {
  const { clock } = session;
  if (clock.kind !== 'virtual') throw new Error('the reference keeps virtual time');
  let waits = 0;
  let lag = 0;
  const passUntil = async (until: number, wake: () => boolean) => {
    while (!wake() && clock.now() < until) {
      const timers = session.armed().map(({ deadline }) => deadline);
      const next = Math.min(until, ...timers.filter((deadline) => deadline > clock.now()));
      await clock.advance(next - clock.now());
    }
  };
  return {
    ...session,
    clock: {
      kind: 'real' as const,
      now: clock.now,
      async waitUntil(until: number, wake = () => false) {
        await passUntil(until, wake);
        const pause = time.pauseAfter?.(opened, ++waits) ?? 0;
        await clock.advance(pause);
        if (time.admitsPauses === true) lag = Math.max(lag, pause);
      },
      takeLag() {
        const taken = lag;
        lag = 0;
        return taken;
      },
    },
    async settle() {
      await session.settle();
      await clock.advance(ROUND_TRIP);
    },
  };
}
