import { describeKafka } from './kafka-subject.js';

await describeKafka('kafka');
