import { installedSubject } from './installed.js';
import { describeSmallRun } from './small-run.js';

describeSmallRun('tansu', await installedSubject('tansu'), {
  pass: ['heartbeat/unknown-group@Heartbeat.v4'],
  fail: [
    'describe/unknown-group@DescribeGroups.v5',
    'service/heartbeat-needs-a-group-id@Heartbeat.v0',
  ],
});
