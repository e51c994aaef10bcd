import { KAFKA_SUBJECTS } from './kafka-releases.js';
import * as kfake from './kfake.js';
import * as librdkafka from './librdkafka.js';
import * as librdkafka20 from './librdkafka-2.0.js';
import * as nafka from './nafka.js';
import * as nisshi from './nisshi.js';
import * as seaweedfs from './seaweedfs.js';
import * as tansu from './tansu.js';

export const SUBJECTS = new Map([
  ...KAFKA_SUBJECTS,
  ['kfake', kfake],
  ['librdkafka', librdkafka],
  ['librdkafka-2.0', librdkafka20],
  ['nafka', nafka],
  ['nisshi', nisshi],
  ['seaweedfs', seaweedfs],
  ['tansu', tansu],
]);
