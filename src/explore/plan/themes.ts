import * as fc from 'fast-check';
import type { Configuration } from '../../adapter/adapter.js';

/** What a run is about: some commands come more often than in other runs. */
export interface Theme {
  readonly name: string;
  /** Factors of commands by their names; all others stay as they are. */
  readonly emphasis: Readonly<Record<string, number>>;
  /** So many of a hundred people are static; absent: drawn. */
  readonly staticShare?: number;
  /** Least version of JoinGroup. */
  readonly joinSince?: number;
  readonly settings?: fc.Arbitrary<Configuration>;
}

const FAULTS = [
  'fail-next-append',
  'hold-commits',
  'release-commits',
  'unload',
  'start-load',
  'finish-load',
];

const without = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));

/** A run without faults shows what depends on a long undisturbed life. */
export const THEMES: readonly Theme[] = [
  { name: 'quiet life', emphasis: { ...without(FAULTS), 'long-advance': 0.3 } },
  {
    name: 'static restarts',
    emphasis: { ...without(FAULTS), restart: 6, 'restart-changed': 4 },
    staticShare: 80,
    joinSince: 5,
  },
  {
    name: 'coming and going',
    emphasis: {
      ...without(FAULTS),
      leave: 4,
      'leave-batch': 3,
      'rejoin-changed': 4,
      'rejoin-steady': 3,
    },
  },
  {
    name: 'full groups',
    emphasis: without(FAULTS),
    settings: fc.constantFrom(1, 2, 3).map((size) => ({ 'group.max.size': size })),
  },
  {
    name: 'expiry',
    emphasis: { ...without(FAULTS), 'to-deadline': 5, 'long-advance': 3, heartbeat: 0.3 },
  },
  {
    name: 'failing appends',
    emphasis: { ...without(FAULTS), 'fail-next-append': 8, 'sync-leader': 3, restart: 3 },
    staticShare: 40,
  },
  {
    name: 'held commits',
    emphasis: { ...without(FAULTS), 'hold-commits': 8, 'release-commits': 4, restart: 3 },
    staticShare: 40,
  },
  {
    name: 'reloads',
    emphasis: { 'fail-next-append': 0, 'hold-commits': 0.5, unload: 6, 'load-made-up': 4 },
  },
  { name: 'mistakes', emphasis: { ...without(FAULTS), spoiled: 3 } },
  { name: 'everything', emphasis: {} },
];
