import type { Command } from '../commands/command.js';
import { COMMANDS } from '../commands/index.js';
import type { LockStep } from '../lock-step/lock-step.js';
import { type ControlMove, letterOf, type Move } from '../sequence.js';
import { draw, type Random } from './draw.js';
import type { Scenery } from './scenery.js';
import { lookAround, type PartitionView, type View } from './view.js';

/** Makes up one move after the other, each for the situation that the last has left. */
export interface Planner {
  next(): { readonly move: Move; readonly command: string };
}

/**
 * Factor of a command in the situation at hand, beyond what the scenery says: how a run is steered
 * towards what no run has reached.
 */
export type Steering = (view: View, command: Command) => number;

/** Weights are compared in thousandths. */
const SCALE = 1_000;

export function createPlanner(
  lockStep: LockStep,
  scenery: Scenery,
  random: Random,
  steering: Steering = () => 1,
): Planner {
  const partition: PartitionView = { is: 'served', commitsHeld: false, failuresWaiting: 0 };
  const emphasis = COMMANDS.map(({ name, apis }) =>
    apis.every((api) => api in scenery.versions) ? (scenery.theme.emphasis[name] ?? 1) : 0,
  );
  const weights = new Array<number>(COMMANDS.length).fill(0);

  function choose(view: View): Command {
    let total = 0;
    for (const [index, command] of COMMANDS.entries()) {
      const factor = emphasis[index] ?? 1;
      const weight = factor === 0 ? 0 : command.weight(view) * factor * steering(view, command);
      const scaled = Math.round(weight * SCALE);
      weights[index] = scaled;
      total += scaled;
    }
    let roll = random.nextInt(0, total - 1);
    for (const [index, command] of COMMANDS.entries()) {
      roll -= weights[index] ?? 0;
      if (roll < 0) return command;
    }
    throw new Error('time can always pass');
  }

  return {
    next() {
      partition.failuresWaiting = lockStep.model.coordinator.log.failuresWaiting;
      const view = lookAround(lockStep, scenery, partition);
      const command = choose(view);
      const move = asSender(view, command.move(view, draw(random, command.picks)));
      if (move.kind === 'control') follow(partition, move);
      return { move, command: command.name };
    },
  };
}

/** Whoever has no client id has none in any request. */
function asSender({ scenery }: View, move: Move): Move {
  if (move.kind !== 'request') return move;
  const letter = letterOf(move.client);
  const sender = scenery.people.find((person) => person.letter === letter);
  return sender?.nameless === true ? { ...move, clientId: null } : move;
}

function follow(partition: PartitionView, { deed }: ControlMove): void {
  switch (deed.kind) {
    case 'hold-commits':
      partition.commitsHeld = true;
      break;
    case 'release-commits':
      partition.commitsHeld = false;
      break;
    case 'unload':
      partition.is = 'unloaded';
      break;
    case 'start-load':
      partition.is = 'loading';
      break;
    case 'finish-load':
      partition.is = 'served';
      break;
    case 'fail-next-append':
      break;
  }
}
