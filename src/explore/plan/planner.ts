import type { Command } from '../commands/command.js';
import { COMMANDS } from '../commands/index.js';
import type { LockStep } from '../lock-step/lock-step.js';
import { type ControlMove, letterOf, type Move } from '../sequence.js';
import { draw, type Random } from './draw.js';
import type { Scenery } from './scenery.js';
import { createOutlook, type PartitionView, type View } from './view.js';

/** Makes up one move after the other, each for the situation that the last has left. */
export interface Planner {
  next(): Move;
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
  const { view, lookAround } = createOutlook(lockStep, scenery, partition);
  const choices = choicesOf(scenery);
  const nameless = scenery.people.filter((person) => person.nameless).map(({ letter }) => letter);

  /** Whoever has no client id has none in any request. */
  function asSender(move: Move): Move {
    if (nameless.length === 0 || move.kind !== 'request') return move;
    return nameless.includes(letterOf(move.client)) ? { ...move, clientId: null } : move;
  }

  function choose(): Command {
    let total = 0;
    for (const choice of choices) {
      const { command, emphasis } = choice;
      const weight = command.weight(view);
      choice.weight =
        weight === 0 ? 0 : Math.round(weight * emphasis * steering(view, command) * SCALE);
      total += choice.weight;
    }
    let roll = random.nextInt(0, total - 1);
    for (const { command, weight } of choices) {
      roll -= weight;
      if (roll < 0) return command;
    }
    throw new Error('time can always pass');
  }

  return {
    next() {
      const { failuresWaiting, commitsHeld } = lockStep.model.coordinator.log;
      partition.failuresWaiting = failuresWaiting;
      partition.commitsHeld = commitsHeld;
      lookAround();
      const command = choose();
      const move = asSender(command.move(view, draw(random, command.picks)));
      if (move.kind === 'control') follow(partition, move);
      return move;
    },
  };
}

/** A command that may come in a run. */
interface Choice {
  readonly command: Command;
  readonly emphasis: number;
  /** At the moment. */
  weight: number;
}

function choicesOf({ theme, versions }: Scenery): readonly Choice[] {
  return COMMANDS.filter(({ apis }) => apis.every((api) => api in versions))
    .map((command) => ({ command, emphasis: theme.emphasis[command.name] ?? 1, weight: 0 }))
    .filter(({ emphasis }) => emphasis > 0);
}

function follow(partition: PartitionView, { deed }: ControlMove): void {
  switch (deed.kind) {
    case 'unload':
      partition.is = 'unloaded';
      break;
    case 'start-load':
      partition.is = 'loading';
      break;
    case 'finish-load':
      partition.is = 'served';
      break;
    // The log of the model knows of these.
    case 'hold-commits':
    case 'release-commits':
    case 'fail-next-append':
      break;
  }
}
