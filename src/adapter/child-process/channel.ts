import { AdapterError, ImplementationGoneError } from '../adapter.js';
import { describeEnd, printable } from '../spawn/ending.js';
import type { RunningProcess } from '../spawn/process.js';
import { misshapen } from './checked.js';
import { createLineReader } from './line-reader.js';
import { createLineWriter } from './line-writer.js';
import {
  type AnswerParams,
  MAX_LINE_BYTES,
  type Method,
  type ParamsOf,
  type ResultOf,
} from './protocol.js';
import { createWatchdog } from './watchdog.js';

/** How the sentences about it begin. */
export const THE_ADAPTER = 'the adapter';

/** How long a process may live on after it has closed its standard output, in ms. */
const ENDS_WITHIN_MS = 1_000;

/**
 * Why nothing comes through any more. A process that ends may be the implementation's doing; one
 * that breaks the protocol or hangs is the adapter's own, and has been killed.
 */
export interface ChannelEnd {
  readonly kind: 'died' | 'broken';
  readonly error: AdapterError;
}

/** The kit's side of the protocol with one process. Calls overlap; nobody waits for another's. */
export interface Channel {
  /**
   * Rejects with AdapterError: what the adapter says it is, a breach of the protocol, silence; and
   * with ImplementationGoneError when the process has ended.
   *
   * @param onResult told of the result before the next line is read
   */
  call<M extends Method>(
    method: M,
    params: ParamsOf<M>,
    onResult?: () => void,
  ): Promise<ResultOf<M>>;
  /** Sends without waiting; `done` hears of the end, with what `call` would reject with. */
  post<M extends Method>(
    method: M,
    params: ParamsOf<M>,
    done: (error?: AdapterError) => void,
  ): void;
  /** See LineWriter. */
  room(): Promise<void> | undefined;
  /** Resolves when all that was sent is on its way. */
  flushed(): Promise<void>;
  /** Set once it is over. */
  end(): ChannelEnd | undefined;
  /** Ends it for a fault of the adapter: kills the process. */
  breakOff(reason: string): void;
}

export interface ChannelOptions {
  readonly process: RunningProcess;
  /** For the handshake, in ms. */
  readonly startTimeoutMs: number;
  /** For every other call, in ms. */
  readonly callTimeoutMs: number;
  /** An answer to a request of a session. Whatever it returns is a breach of the protocol. */
  readonly onAnswer: (params: AnswerParams) => string | undefined;
  /** Once, before calls that are under way are rejected. */
  readonly onEnd: (end: ChannelEnd) => void;
}

interface Pending {
  readonly method: Method;
  /** When it has to be answered, on the clock of `performance`. */
  readonly until: number;
  resolve(result: unknown): void;
  reject(error: AdapterError): void;
}

export function openChannel(options: ChannelOptions): Channel {
  const { process: child, startTimeoutMs, callTimeoutMs, onAnswer, onEnd } = options;
  const writer = createLineWriter(child.stdin);
  /** In the order in which they were sent. */
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let over: ChannelEnd | undefined;

  const limitOf = (method: Method) => (method === 'initialize' ? startTimeoutMs : callTimeoutMs);

  // Calls end in the order of their sending, since the first of them is sent alone.
  const watchdog = createWatchdog({
    first: () => pending.values().next().value,
    onOverdue: ({ method }) =>
      breakOff(`${THE_ADAPTER} did not answer ${method} within ${limitOf(method)} ms`),
  });

  function finish(end: ChannelEnd): void {
    if (over !== undefined) return;
    over = end;
    watchdog.stop();
    writer.abandon();
    onEnd(end);
    const cut = [...pending.values()];
    pending.clear();
    for (const { reject } of cut) reject(end.error);
  }

  function breakOff(reason: string): void {
    if (over !== undefined) return;
    finish({ kind: 'broken', error: new AdapterError(reason) });
    void child.kill();
  }

  function start(method: Method, params: unknown, entry: Pending): void {
    if (over !== undefined) {
      entry.reject(over.error);
      return;
    }
    lastId += 1;
    pending.set(lastId, entry);
    writer.write(
      `{"jsonrpc":"2.0","id":${lastId},"method":"${method}","params":${JSON.stringify(params)}}`,
    );
    watchdog.watch(entry);
  }

  function onLine(line: string): void {
    if (over !== undefined) return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      breakOff(`${THE_ADAPTER} wrote a line that is not JSON: '${printable(line)}'`);
      return;
    }
    const wrong = isNotification(message) ? onNotification(message) : onResponse(message);
    if (wrong !== undefined) breakOff(`${THE_ADAPTER} ${wrong}`);
  }

  /** What was wrong with it. */
  function onNotification(message: unknown): string | undefined {
    const wrong = misshapen('answer', message);
    if (wrong !== undefined) return `sent an answer that ${wrong}`;
    return onAnswer((message as { readonly params: AnswerParams }).params);
  }

  /** What was wrong with it. */
  function onResponse(message: unknown): string | undefined {
    const wrong = misshapen('response', message);
    if (wrong !== undefined) return `wrote a line that is no message: it ${wrong}`;
    const { id, result, error } = message as ResponseMessage;
    if (id === null)
      return `could not read a request: ${error === undefined ? 'it does not say why' : printable(error.message)}`;
    const call = pending.get(id);
    if (call === undefined)
      return id > 0 && id <= lastId
        ? `answered call ${id} a second time`
        : `answered call ${id}, which was never made`;
    if ((result === undefined) === (error === undefined))
      return `answered ${call.method} with ${error === undefined ? 'neither a result nor an error' : 'both a result and an error'}`;
    const unfit = error === undefined ? misshapen(`results/${call.method}`, result) : undefined;
    if (unfit !== undefined) return `answered ${call.method} with a result that ${unfit}`;
    pending.delete(id);
    if (error === undefined) call.resolve(result);
    else
      call.reject(
        new AdapterError(
          `${THE_ADAPTER} refused ${call.method}: ${printable(error.message)} (code ${error.code})`,
        ),
      );
    return undefined;
  }

  const read = createLineReader(MAX_LINE_BYTES, {
    onLine,
    onUnreadable: (reason) => breakOff(`${THE_ADAPTER} wrote ${reason} to its standard output`),
  });
  child.stdout.on('data', read);
  child.stdout.once('end', () => {
    void child.endWithin(ENDS_WITHIN_MS).then((end) => {
      if (end === undefined) breakOff(`${THE_ADAPTER} closed its standard output and lives on`);
    });
  });
  void child.ended.then((end) => {
    const reason = describeEnd(end, THE_ADAPTER);
    finish({ kind: 'died', error: new ImplementationGoneError(reason) });
  });

  return {
    call<M extends Method>(method: M, params: ParamsOf<M>, onResult?: () => void) {
      return new Promise<ResultOf<M>>((resolve, reject) => {
        start(method, params, {
          method,
          until: performance.now() + limitOf(method),
          resolve(result) {
            onResult?.();
            resolve(result as ResultOf<M>);
          },
          reject,
        });
      });
    },
    post(method, params, done) {
      start(method, params, {
        method,
        until: performance.now() + callTimeoutMs,
        resolve: () => done(),
        reject: done,
      });
    },
    room: writer.room,
    flushed: () => new Promise((resolve) => setImmediate(resolve)),
    end: () => over,
    breakOff,
  };
}

interface ResponseMessage {
  readonly id: number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

function isNotification(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message;
}
