import { Fault } from '../spec/fault.js';

/** The server cannot do what it is asked to, in a sentence that says what to do about it. */
export class ServerError extends Fault {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServerError';
  }
}
