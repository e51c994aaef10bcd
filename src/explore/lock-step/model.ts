import type { Choose } from '../../../reference/classic/choices.js';
import { type Coordinator, createCoordinator } from '../../../reference/coordinator.js';
import type { LogRecord as ReferenceRecord } from '../../../reference/runtime/log.js';
import type { Configuration, ControlAction } from '../../adapter/adapter.js';
import { batchSize } from '../../adapter/reference/batch-size.js';
import { takeAction } from '../../adapter/reference/control.js';
import type { RecordReader } from '../../adapter/reference/record-reader.js';
import { uuidSource } from '../../adapter/reference/uuid-source.js';
import type { MessageBody } from '../../protocol/message-body.js';
import type { ExploredApi } from '../sequence.js';

/** An answer of the model, in complete form. */
export interface ModelAnswer {
  readonly requestId: number;
  readonly at: number;
  readonly body: MessageBody;
}

export interface ModelRequest {
  readonly requestId: number;
  readonly client: string;
  readonly api: ExploredApi;
  readonly version: number;
  /** In complete form. */
  readonly body: MessageBody;
}

/** The reference in lock-step: what it does, what it made up for whom, and the rules it followed. */
export interface Model {
  readonly coordinator: Coordinator;
  now(): number;
  /** @param clientId of the request's header */
  send(request: ModelRequest, clientId: string | null): void;
  advance(ms: number): void;
  control(action: ControlAction): void;
  takeAnswers(): readonly ModelAnswer[];
  takeRecords(): readonly ReferenceRecord[];
  /** Rules it has followed since the last call, in their order, repetitions included. */
  takeRules(): readonly string[];
  /** When the next timer is due, in ms; null when none is armed. */
  nextDeadline(): number | null;
  /** When each armed timer is due, in ms, the next one first. */
  deadlines(): readonly number[];
}

export interface ModelOptions {
  /** Absent: the reference. */
  readonly createCoordinator?: typeof createCoordinator;
  readonly configuration: Configuration;
  readonly seed: number;
  readonly choose: Choose;
  /** Told of every uuid that is made up for a member id, and of the client that it is for. */
  readonly onMade: (uuid: string, client: string, requestId: number) => void;
}

/** A client of this process is on this machine. */
const CLIENT_HOST = '/127.0.0.1';

export function createModel(options: ModelOptions): Model {
  const { configuration, seed, choose, onMade } = options;
  const create = options.createCoordinator ?? createCoordinator;
  const uuid = uuidSource(seed);
  let client = '';
  let asking = 0;
  let answers: ModelAnswer[] = [];
  let rules: string[] = [];
  const coordinator = create({
    configuration,
    ids: () => {
      const made = uuid();
      onMade(made, client, asking);
      return made;
    },
    choose,
    sizeOf: batchSize,
    onRule: (rule) => rules.push(rule),
  });
  const { timer, log } = coordinator;
  const records = createRawReader(log);

  return {
    coordinator,
    now: () => timer.now,
    send(request, clientId) {
      const { requestId, api, version } = request;
      client = request.client;
      asking = requestId;
      coordinator.handle(
        { api, version, clientId, clientHost: CLIENT_HOST, body: request.body as never },
        (body: MessageBody) => answers.push({ requestId, at: timer.now, body }),
      );
      timer.advance(0);
    },
    advance: (ms) => timer.advance(ms),
    control(action) {
      takeAction(coordinator, action, records);
      timer.advance(0);
    },
    takeAnswers() {
      const taken = answers;
      answers = [];
      return taken;
    },
    takeRecords: () => records.takeRaw(),
    takeRules() {
      const taken = rules;
      rules = [];
      return taken;
    },
    nextDeadline: () => timer.nextDeadline(),
    deadlines: () => timer.armed().map(({ deadline }) => deadline),
  };
}

interface RawReader extends Pick<RecordReader, 'read' | 'skip'> {
  takeRaw(): readonly ReferenceRecord[];
}

const NOTHING: readonly ReferenceRecord[] = [];

/** Follows the log without decoding what is in it. */
function createRawReader(log: Coordinator['log']): RawReader {
  let position = 0;
  let unread: readonly ReferenceRecord[] = NOTHING;
  const read = () => {
    if (position === log.end) return;
    unread = [...unread, ...log.records.slice(position)];
    position = log.end;
  };
  return {
    read,
    skip() {
      position = log.end;
    },
    takeRaw() {
      read();
      const taken = unread;
      unread = NOTHING;
      return taken;
    },
  };
}
