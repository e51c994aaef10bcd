import { installedSubject } from './installed.js';
import { describeSmallRun } from './small-run.js';

describeSmallRun('seaweedfs', await installedSubject('seaweedfs'), {
  pass: ['service/heartbeat-needs-a-group-id@Heartbeat.v4'],
  fail: ['heartbeat/unknown-group@Heartbeat.v4', 'leave/unknown-group@LeaveGroup.v1'],
});
