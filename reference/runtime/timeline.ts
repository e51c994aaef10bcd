/** One change of state that follows the log. */
export interface Change {
  /** Puts back what was there before. Later changes have been undone already. */
  undo(): void;
  /** The change is committed, and so are all earlier ones. */
  commit(): void;
}

/**
 * Ties changes of state to the records that make them last (RT-04, RT-07):
 *
 *      changed ──▶ written(end) ──▶ committed(end)
 *         └──────▶ revert
 */
export interface Timeline {
  changed(change: Change): void;
  /** What changed since the last record belongs to the records before this position of the log. */
  written(end: number): void;
  /** The records of what changed could not be written: undoes it, the last change first. */
  revert(): void;
  /** The log is committed up to this position. */
  committed(end: number): void;
}

export function createTimeline(): Timeline {
  let unwritten: Change[] = [];
  const uncommitted: { readonly end: number; readonly changes: readonly Change[] }[] = [];

  return {
    changed(change) {
      unwritten.push(change);
    },
    written(end) {
      if (unwritten.length === 0) return;
      uncommitted.push({ end, changes: unwritten });
      unwritten = [];
    },
    revert() {
      for (const change of unwritten.reverse()) change.undo();
      unwritten = [];
    },
    committed(end) {
      for (let first = uncommitted[0]; first !== undefined && first.end <= end; ) {
        for (const change of first.changes) change.commit();
        uncommitted.shift();
        first = uncommitted[0];
      }
    },
  };
}
