import { installedSubject } from './installed.js';
import { describeSmallRun } from './small-run.js';

describeSmallRun('nafka', await installedSubject('nafka'), {
  pass: [],
  fail: ['heartbeat/unknown-group@Heartbeat.v3', 'leave/unknown-group@LeaveGroup.v3'],
});
