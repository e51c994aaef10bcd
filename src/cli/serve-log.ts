import { isBody, isList, type MessageBody, type MessageValue } from '../protocol/message-body.js';
import type { Served } from '../server/dispatch.js';
import type { ServerOptions } from '../server/server.js';
import { errorName } from '../spec/errors.js';

/** What people are told while a server runs, a line each. */
export type ServeLog = Required<Pick<ServerOptions, 'onServed' | 'onClosed' | 'onFault'>>;

/** Of connections that the server had to close, unless everything is asked for. */
const MOST_CLOSED_TOLD = 1_000;

/** @param write takes a line without its end */
export function createServeLog(verbose: boolean, write: (line: string) => void): ServeLog {
  let closedTold = 0;

  return {
    onServed(served) {
      if (verbose) write(describeServed(served));
    },
    onClosed(connection, reason) {
      if (reason === null) {
        if (verbose) write(`${connection.name} is gone`);
        return;
      }
      closedTold++;
      if (!verbose && closedTold > MOST_CLOSED_TOLD) return;
      write(`closed the connection of ${connection.name}: ${reason}`);
      if (!verbose && closedTold === MOST_CLOSED_TOLD) {
        write('further ones that are closed are only told with --verbose');
      }
    },
    onFault: (sentence) => write(sentence),
  };
}

function describeServed({ connection, api, version, request, answer, tookMs }: Served): string {
  const who = `${connection.name} ${connection.clientId ?? '(no client id)'}`;
  const what = [
    `${api} v${version}`,
    ...['groupId', 'memberId'].flatMap((name) => said(request, name)),
  ];
  const outcome = answer === null ? 'not answered' : errorsOf(answer);
  return `${who}: ${what.join(' ')} -> ${outcome} after ${Math.round(tookMs)} ms`;
}

function said(request: MessageBody, name: string): string[] {
  const value = request[name];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** Every error code of an answer, wherever it stands, once. */
function errorsOf(answer: MessageBody): string {
  const codes = new Set<number>();
  const look = (value: MessageValue): void => {
    if (isList(value)) for (const item of value) look(item);
    if (!isBody(value)) return;
    for (const [name, item] of Object.entries(value)) {
      if (name === 'errorCode' && typeof item === 'number') codes.add(item);
      else look(item);
    }
  };
  look(answer);
  const names = [...codes].map(errorName);
  const faults = names.filter((name) => name !== 'NONE');
  return faults.length > 0 ? faults.join(', ') : 'NONE';
}
