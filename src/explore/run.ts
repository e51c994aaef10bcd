import type { Adapter, Configuration, Implementation } from '../adapter/adapter.js';
import { AdapterError, ImplementationGoneError } from '../adapter/adapter.js';
import { createInvariants, type Invariants } from './invariants/invariants.js';
import { type FaultWatch, type KnownFault, watchForFaults } from './known-faults.js';
import {
  type LockStep,
  type LockStepOptions,
  type Step,
  startLockStep,
} from './lock-step/lock-step.js';
import type { Messages } from './lock-step/messages.js';
import { type RealTimeOptions, TooLateError } from './lock-step/real-time.js';
import { randomOf } from './plan/draw.js';
import { createPlanner, type Steering } from './plan/planner.js';
import { drawScenery } from './plan/scenery.js';
import type { Theme } from './plan/themes.js';
import type { Move, Sequence } from './sequence.js';
import { encodeToken } from './token.js';

/** What every run of one exploration has in common. */
export interface Ground {
  /** What the model is made of; absent: the reference. */
  readonly createCoordinator?: LockStepOptions['createCoordinator'];
  readonly adapter: Adapter;
  readonly implementation: Implementation;
  /** All settings of the implementation, before a sequence changes any. */
  readonly configuration: Configuration;
  readonly messages: Messages;
  readonly exact: boolean;
  /** Whether to look for the faults of Apache Kafka. */
  readonly kafkaFaults?: boolean;
  readonly realTime: RealTimeOptions;
  readonly seed: number;
  /** Goes before the names of groups; unique in time where others share the implementation. */
  groupPrefix(run: string): string;
}

/** What became of a sequence. */
export interface Played {
  readonly sequence: Sequence;
  readonly steps: readonly Step[];
  /** The last step diverged. */
  readonly diverged: boolean;
  /** What explains that, where faults of Kafka are looked for. */
  readonly knownFault: KnownFault | null;
  readonly names: Names;
}

/** How to read ids and names of groups, of the reference as of the implementation. */
export interface Names {
  /** The client that has this id, if any. */
  clientOf(id: string): string | undefined;
  readonly groupPrefix: string;
}

export interface RunPlan {
  /** From 0. */
  readonly run: number;
  /** How many moves at most. */
  readonly steps: number;
  readonly theme: Theme;
  readonly steering?: Steering;
  /** No move is made once it is aborted. */
  readonly signal?: AbortSignal;
  /** Told of every step. */
  readonly onStep?: (step: Step, lockStep: LockStep) => void;
  /** Told of every move before it is made. */
  readonly onMove?: (move: Move, lockStep: LockStep) => void;
}

/** Makes moves up as it goes. Throws AdapterError. */
export async function playRun(ground: Ground, plan: RunPlan): Promise<Played> {
  const random = randomOf(ground.seed, plan.run);
  const scenery = drawScenery(random, ground.implementation, plan.theme);
  const { configuration, versions } = scenery;
  return play(ground, { configuration, versions }, `${plan.run}`, (lockStep) => {
    const planner = createPlanner(lockStep, scenery, random, plan.steering);
    let left = plan.steps;
    return {
      next: () => (left-- > 0 && plan.signal?.aborted !== true ? planner.next() : null),
      onMove: plan.onMove,
      onStep: plan.onStep,
    };
  });
}

/** Plays a sequence again. Throws AdapterError. */
export async function replay(
  ground: Ground,
  sequence: Sequence,
  name: string,
  hooks: Pick<RunPlan, 'onMove' | 'onStep'> = {},
): Promise<Played> {
  return play(ground, sequence, name, () => {
    const moves = sequence.moves.values();
    return { next: () => moves.next().value ?? null, onMove: hooks.onMove, onStep: hooks.onStep };
  });
}

interface Script {
  /** Null at the end. */
  next(): Move | null;
  readonly onMove: RunPlan['onMove'];
  readonly onStep: RunPlan['onStep'];
}

async function play(
  ground: Ground,
  { configuration, versions }: Pick<Sequence, 'configuration' | 'versions'>,
  name: string,
  write: (lockStep: LockStep) => Script,
): Promise<Played> {
  const groupPrefix = ground.groupPrefix(name);
  const session = await ground.adapter.open({ configuration });
  try {
    const lockStep = startLockStep({
      ...(ground.createCoordinator === undefined
        ? {}
        : { createCoordinator: ground.createCoordinator }),
      session,
      implementation: ground.implementation,
      configuration: { ...ground.configuration, ...configuration },
      versions,
      messages: ground.messages,
      groupPrefix,
      seed: ground.seed,
      exact: ground.exact,
      realTime: ground.realTime,
    });
    const script = write(lockStep);
    const faults = ground.kafkaFaults === true ? watchForFaults(lockStep) : null;
    // On a real clock timers fire between the moves, and one step may see several generations.
    const invariants = session.clock.kind === 'virtual' ? createInvariants(lockStep) : null;
    const names: Names = {
      clientOf: (id) => lockStep.clientOf(lockStep.identities.toModel(id) ?? id),
      groupPrefix,
    };
    const steps: Step[] = [];
    const finish = (diverged: boolean): Played => ({
      sequence: { configuration, versions, moves: steps.map(({ move }) => move) },
      steps,
      diverged,
      knownFault: explain(faults, steps.at(-1)),
      names,
    });
    let move = script.next();
    try {
      for (; move !== null; move = script.next()) {
        script.onMove?.(move, lockStep);
        let taken: Step;
        try {
          taken = await lockStep.take(move);
        } catch (error) {
          taken = crashed(ground, lockStep, move, error);
        }
        const step = watched(invariants, taken);
        steps.push(step);
        faults?.see(step);
        script.onStep?.(step, lockStep);
        if (step.divergence !== null) return finish(true);
      }
    } catch (error) {
      const moves = [...steps.map((step) => step.move), ...(move === null ? [] : [move])];
      throw withToken(error, { configuration, versions, moves });
    }
    return finish(false);
  } finally {
    await session.close();
  }
}

function explain(faults: FaultWatch | null, last: Step | undefined): KnownFault | null {
  const divergence = last?.divergence ?? null;
  return faults === null || divergence === null ? null : faults.explain(divergence);
}

/** The step, and whether the reference has broken what must be true of it. */
function watched(invariants: Invariants | null, step: Step): Step {
  const [violation] = invariants?.check(step) ?? [];
  if (violation === undefined || step.divergence !== null) return step;
  return { ...step, divergence: { kind: 'violation', violation } };
}

/** A fault of the adapter, with what leads to it. */
function withToken(error: unknown, sequence: Sequence): unknown {
  if (!(error instanceof AdapterError) || error instanceof ImplementationGoneError) return error;
  return new AdapterError(
    `${error.message}; it comes again with --replay ${encodeToken(sequence)}`,
    { cause: error },
  );
}

/** What an implementation in this process throws is its own; throws an adapter's fault again. */
function crashed({ implementation }: Ground, lockStep: LockStep, move: Move, error: unknown): Step {
  const blameless = error instanceof AdapterError || error instanceof TooLateError;
  if (blameless || !implementation.isolated) throw error;
  const reason = String(error);
  return {
    move,
    request: null,
    at: lockStep.model.now(),
    rules: [],
    answers: [],
    records: [],
    divergence: { kind: 'crash', of: 'implementation', reason },
  };
}
