import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf, run } from '../../../scripts/subjects/server-process.js';

const HOME = fileURLToPath(new URL('java', import.meta.url));
const LIBRARIES = join(HOME, 'target', 'lib');
const FETCHED_WITHIN_MS = 300_000;

/** What has to be installed first, one sentence each. */
export async function missingJavaTools(): Promise<string[]> {
  const missing = [];
  if ((await outputOf('javac', ['-version'])) === undefined) {
    missing.push('javac is not installed (Debian: apt-get install openjdk-17-jdk-headless)');
  }
  if ((await outputOf('mvn', ['--version'])) === undefined) {
    missing.push('mvn is not installed (Debian: apt-get install maven)');
  }
  return missing;
}

/** The arguments of `java` that run a program of the directory from its source. */
export async function javaProgram(name: string): Promise<string[]> {
  if (!existsSync(LIBRARIES)) {
    await run(
      'mvn',
      [
        ...['-q', '-B', '-Dstyle.color=never', '-f', join(HOME, 'pom.xml')],
        ...['dependency:copy-dependencies', `-DoutputDirectory=${LIBRARIES}`],
      ],
      { what: 'Maven fetches the Java client', withinMs: FETCHED_WITHIN_MS },
    );
  }
  return ['-Xmx256m', '-cp', join(LIBRARIES, '*'), join(HOME, `${name}.java`)];
}
