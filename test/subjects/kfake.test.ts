import { installedSubject } from './installed.js';
import { describeSmallRun } from './small-run.js';

describeSmallRun('kfake', await installedSubject('kfake'), {
  pass: ['heartbeat/stable-member@Heartbeat.v4'],
  fail: ['heartbeat/unknown-group@Heartbeat.v4', 'service/heartbeat-needs-a-group-id@Heartbeat.v0'],
});
