/**
 * Process groups that must not outlive this process. They are killed when it exits, and when a
 * signal ends it that nobody else handles. Nothing can be done about SIGKILL: then the end of its
 * standard input tells an implementation to go.
 */
const groups = new Set<number>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** @param group id of the process group, which is that of its first process */
export function reapAtExit(group: number): void {
  if (groups.size === 0) {
    process.on('exit', killAll);
    // In front, so that handlers which are about to remove themselves are still counted.
    for (const signal of SIGNALS) process.prependListener(signal, endUnlessHandled);
  }
  groups.add(group);
}

export function reapNoMore(group: number): void {
  if (groups.delete(group) && groups.size === 0) unlisten();
}

/** Sends nothing when no process of the group is left, or when they now belong to another user. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

function endUnlessHandled(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  unlisten();
  // Without a handler it does what it would have done.
  process.kill(process.pid, signal);
}

function killAll(): void {
  for (const group of groups) signalGroup(group, 'SIGKILL');
}

function unlisten(): void {
  process.removeListener('exit', killAll);
  for (const signal of SIGNALS) process.removeListener(signal, endUnlessHandled);
}
