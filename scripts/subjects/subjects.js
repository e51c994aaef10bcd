// @ts-check
import { KAFKA_SUBJECTS } from './kafka-releases.js';
import * as kfake from './kfake.js';
import * as librdkafka from './librdkafka.js';
import * as librdkafka20 from './librdkafka-2.0.js';
import * as nafka from './nafka.js';
import * as nisshi from './nisshi.js';
import * as seaweedfs from './seaweedfs.js';
import * as tansu from './tansu.js';

/**
 * A running implementation to certify.
 * @typedef {object} Subject
 * @property {string} name
 * @property {string} version
 * @property {string} bootstrap `host:port`
 * @property {number} processGroup id of the process group that all its processes are in
 * @property {() => string | undefined} whyEnded exit status and last lines written, when it ended
 *   without stop()
 * @property {() => Promise<void>} stop ends all its processes and removes its data; may be called
 *   again
 */

/**
 * @typedef {object} SubjectKind
 * @property {() => Promise<string[]>} missingTools what has to be installed before start() can work,
 *   one sentence each
 * @property {() => Promise<Subject>} start resolves when groups can be formed; the error of a failed
 *   start ends with the server's output
 * @property {() => Promise<string>} [spawnCommand] for `--adapter spawn:`, where every case needs a
 *   process of its own to be certified fairly; installs what the command needs
 */

/**
 * By the names that scripts/subjects/run.js takes.
 * @type {ReadonlyMap<string, SubjectKind>}
 */
export const SUBJECTS = new Map(
  /** @type {[string, SubjectKind][]} */ ([
    ...KAFKA_SUBJECTS,
    ['kfake', kfake],
    ['librdkafka', librdkafka],
    ['librdkafka-2.0', librdkafka20],
    ['nafka', nafka],
    ['nisshi', nisshi],
    ['seaweedfs', seaweedfs],
    ['tansu', tansu],
  ]),
);
