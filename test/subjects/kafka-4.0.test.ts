import { describeKafka } from './kafka-subject.js';

await describeKafka('kafka-4.0');
