import type { Coordinator } from '../../../reference/coordinator.js';
import { LOG_ERRORS, type LogError } from '../../../reference/errors.js';
import { AdapterError, type ControlAction } from '../adapter.js';
import type { RecordReader } from './record-reader.js';
import { loadableRecords } from './records.js';

/** Takes an action of a case on the reference. Throws AdapterError if it makes no sense now. */
export function takeAction(
  coordinator: Coordinator,
  action: ControlAction,
  reader: Pick<RecordReader, 'read' | 'skip'>,
): void {
  const { log } = coordinator;
  switch (action.kind) {
    case 'fail-next-append':
      log.failNextAppend(logError(action.error));
      return;
    case 'hold-commits':
      log.holdCommits();
      return;
    case 'release-commits':
      coordinator.releaseCommits();
      return;
    case 'unload':
      inTurn('unload', () => coordinator.unload());
      return;
    case 'start-load': {
      const records = action.records === null ? null : loadableRecords(action.records);
      inTurn('start a load', () => coordinator.startLoad(action.configuration));
      if (records === null) return;
      reader.read();
      log.replace(records);
      reader.skip();
      return;
    }
    case 'finish-load':
      inTurn('finish a load', () => coordinator.finishLoad());
  }
}

function logError(name: string): LogError {
  const error = LOG_ERRORS.find((known) => known === name);
  if (error !== undefined) return error;
  throw new AdapterError(
    `cannot make an append fail with '${name}'; the log of the reference knows ${LOG_ERRORS.join(', ')}`,
  );
}

/** Only the order of unload, start-load and finish-load can be wrong here. */
function inTurn(deed: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AdapterError(`cannot ${deed}: ${reason}`, { cause: error });
  }
}
