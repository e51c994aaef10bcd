import type { Command } from './command.js';
import { JOINS } from './join.js';
import { ADMINISTRATION, HEARTBEATS, LEAVES, SYNCS } from './members.js';
import { LOG_FAULTS, RELOADS } from './partition.js';
import { SPOILED } from './spoiled.js';
import { TIMES } from './time.js';

/** All that may come next. */
export const COMMANDS: readonly Command[] = [
  ...JOINS,
  ...SYNCS,
  ...HEARTBEATS,
  ...LEAVES,
  ...ADMINISTRATION,
  ...TIMES,
  ...LOG_FAULTS,
  ...RELOADS,
  ...SPOILED,
];
