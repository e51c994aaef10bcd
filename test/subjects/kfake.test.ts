import { installedSubject } from './installed.js';
import { describeSmallRun } from './small-run.js';

describeSmallRun('kfake', await installedSubject('kfake'), {
  pass: [
    'sync/empty-group-knows-nobody@SyncGroup.v5',
    'heartbeat/empty-group-knows-nobody@Heartbeat.v4',
  ],
  fail: ['heartbeat/unknown-group@Heartbeat.v4', 'delete/group-named-twice@DeleteGroups.v0'],
});
