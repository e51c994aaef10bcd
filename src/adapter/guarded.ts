import {
  ADAPTER_CONTRACT_VERSION,
  type Adapter,
  AdapterError,
  type Awaitable,
  type Clock,
  type Session,
} from './adapter.js';

/**
 * The same adapter, held to its contract where that can be seen: its version fits, its sessions
 * have the clock it announced, and whatever it throws is an AdapterError that says where.
 */
export function guardAdapter(adapter: Adapter): Adapter {
  let announced: Clock['kind'] | undefined;
  return {
    contractVersion: ADAPTER_CONTRACT_VERSION,
    async describe() {
      const version: number = adapter.contractVersion;
      if (version !== ADAPTER_CONTRACT_VERSION) {
        throw new AdapterError(
          `the adapter is written for version ${version} of the contract; this kit needs version ${ADAPTER_CONTRACT_VERSION}`,
        );
      }
      const implementation = await guarded('describe', () => adapter.describe());
      announced = implementation.clock;
      return implementation;
    },
    async open(options) {
      const session = await guarded('open', () => adapter.open(options));
      const { kind } = session.clock;
      if (announced === undefined || kind === announced) return guardSession(session);
      await guarded('close', () => session.close());
      throw new AdapterError(
        `the adapter announced a ${announced} clock and opened a session with a ${kind} one`,
      );
    },
    close: () => guarded('close', () => adapter.close()),
  };
}

function guardSession(session: Session): Session {
  return {
    clock: guardClock(session.clock),
    send: (request) => guarded('send', () => session.send(request)),
    settle: () => guarded('settle', () => session.settle()),
    takeAnswers: () => guardedNow('takeAnswers', () => session.takeAnswers()),
    takeRecords: () => guarded('takeRecords', () => session.takeRecords()),
    control: (action) => guarded('control', () => session.control(action)),
    close: () => guarded('close', () => session.close()),
  };
}

function guardClock(clock: Clock): Clock {
  const now = () => guardedNow('clock.now', () => clock.now());
  if (clock.kind === 'virtual') {
    return {
      kind: 'virtual',
      now,
      advance: (ms) => guarded('clock.advance', () => clock.advance(ms)),
    };
  }
  return {
    kind: 'real',
    now,
    waitUntil: (time, wake) => guarded('clock.waitUntil', () => clock.waitUntil(time, wake)),
    takeLag: () => guardedNow('clock.takeLag', () => clock.takeLag()),
  };
}

async function guarded<Value>(method: string, call: () => Awaitable<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    throw asAdapterError(method, error);
  }
}

function guardedNow<Value>(method: string, call: () => Value): Value {
  try {
    return call();
  } catch (error) {
    throw asAdapterError(method, error);
  }
}

function asAdapterError(method: string, error: unknown): AdapterError {
  if (error instanceof AdapterError) return error;
  return new AdapterError(`the adapter's ${method}() threw ${String(error)}`, { cause: error });
}
