import { Fault } from '../spec/fault.js';

/** The output could not be delivered, e.g. because the disk is full. */
export class OutputError extends Fault {}

/**
 * Writes to standard output and resolves once the text is handed over, so that a long report is
 * never cut off at exit. A reader that went away, such as `head`, is no fault of the command.
 * Rejects with OutputError.
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error || isClosedReader(error)) resolve();
      else reject(new OutputError(`the output cannot be written: ${error.message}`));
    });
  });
}

/** Failed writes also come as events, which would end the process with a stack trace. */
export function watchStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
}

function ignore(): void {}

function isClosedReader(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED';
}
