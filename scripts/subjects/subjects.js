import * as kafka from './kafka.js';
import * as librdkafka from './librdkafka.js';

export const SUBJECTS = new Map([
  ['kafka', kafka],
  ['librdkafka', librdkafka],
]);
