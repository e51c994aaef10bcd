import { KAFKA_SUBJECTS } from './kafka-releases.js';
import * as librdkafka from './librdkafka.js';

export const SUBJECTS = new Map([...KAFKA_SUBJECTS, ['librdkafka', librdkafka]]);
