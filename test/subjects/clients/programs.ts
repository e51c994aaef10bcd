import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { outputOf, run } from '../../../scripts/subjects/server-process.js';
import { startProcess } from '../../../src/adapter/spawn/process.js';
import type { StartConsumer } from '../../fakes/group-of-three.js';
import { javaProgram, missingJavaTools } from './java-programs.js';

/** A consumer of a client library as a program: see java/GroupMember.java for what it has to do. */
export interface ClientProgram {
  readonly name: string;
  /** What has to be installed first, one sentence each. */
  missingTools(): Promise<string[]>;
  /** Builds or fetches what is not there yet; the command without the arguments of a member. */
  prepare(): Promise<readonly [program: string, ...args: string[]]>;
}

const FETCHED_WITHIN_MS = 300_000;
/** A consumer that leaves commits first, on a busy machine too. */
const LEAVES_WITHIN_MS = 60_000;

export function startProgram(command: readonly [string, ...string[]]): StartConsumer {
  return async ({ bootstrap, clientId, groupId, topic, onRecord }) => {
    const [program, ...fixed] = command;
    const args = [...fixed, bootstrap, clientId, groupId, topic];
    const member = await startProcess(
      { text: command.join(' '), program, args, directory: undefined },
      { obeysWithinMs: LEAVES_WITHIN_MS, diesWithinMs: 5_000 },
    );
    createInterface({ input: member.stdout }).on('line', onRecord);
    return { stop: member.stop };
  };
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SUBJECTS = at('../../../.subjects');

const CONFLUENT_KAFKA = '2.16.1';

/** kcat does not listen to its input; the shell does. */
const KCAT = `kcat -b "$1" -X client.id="$2" -X auto.offset.reset=earliest \\
  -X heartbeat.interval.ms=100 -X session.timeout.ms=30000 -q -u -G "$3" "$4" &
cat > /dev/null; kill $!; wait $!`;

export const CLIENT_PROGRAMS: readonly ClientProgram[] = [
  {
    name: "librdkafka of Debian's kcat",
    missingTools: async () =>
      (await outputOf('kcat', ['-V'])) === undefined
        ? ['kcat is not installed (Debian: apt-get install kcat)']
        : [],
    prepare: async () => ['sh', '-c', KCAT, 'sh'],
  },
  {
    name: `librdkafka of confluent-kafka ${CONFLUENT_KAFKA}`,
    missingTools: async () =>
      (await outputOf('python3', ['-m', 'venv', '--help'])) === undefined
        ? ['python3 with its venv is not installed (Debian: apt-get install python3-venv)']
        : [],
    async prepare() {
      const home = join(SUBJECTS, `confluent-kafka-${CONFLUENT_KAFKA}`);
      const python = join(home, 'bin', 'python');
      const installed = ['-c', 'import confluent_kafka'];
      if (!existsSync(python) || (await outputOf(python, installed)) === undefined) {
        mkdirSync(SUBJECTS, { recursive: true });
        const limits = { what: 'pip fetches confluent-kafka', withinMs: FETCHED_WITHIN_MS };
        await run('python3', ['-m', 'venv', home], limits);
        const what = `confluent-kafka==${CONFLUENT_KAFKA}`;
        await run(python, ['-m', 'pip', 'install', '-q', what], limits);
      }
      return [python, at('python/group_member.py')];
    },
  },
  {
    name: 'the Java client 4.4.0',
    missingTools: missingJavaTools,
    prepare: async () => ['java', ...(await javaProgram('GroupMember'))],
  },
  {
    name: 'franz-go 1.22.3',
    missingTools: async () =>
      (await outputOf('go', ['version'])) === undefined
        ? ['go is not installed (https://go.dev/dl)']
        : [],
    async prepare() {
      const member = at('go/target/member');
      await run('go', ['build', '-C', at('go'), '-o', member, '.'], {
        what: 'go builds the member of franz-go',
        withinMs: FETCHED_WITHIN_MS,
      });
      return [member];
    },
  },
];
