import { isInstalled } from '../../scripts/subjects/nisshi.js';
import { installedSubject } from './installed.js';
import { describeSmallRun } from './small-run.js';

const kind = await installedSubject('nisshi');
const compiled = kind !== undefined && isInstalled();
if (kind !== undefined && !compiled) {
  process.stdout.write(
    'SKIPPED subject nisshi: it compiles for minutes; npm run subject:nisshi does it\n',
  );
}

describeSmallRun('nisshi', compiled ? kind : undefined, {
  pass: ['heartbeat/unknown-group@Heartbeat.v4'],
  fail: ['describe/unknown-group@DescribeGroups.v5'],
});
