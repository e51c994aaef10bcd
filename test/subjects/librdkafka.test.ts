import { installedSubject } from './installed.js';
import { describeSmallRun } from './small-run.js';

describeSmallRun('librdkafka', await installedSubject('librdkafka'), {
  pass: [],
  fail: ['heartbeat/unknown-group@Heartbeat.v4', 'leave/unknown-group@LeaveGroup.v3'],
});
