/** An element of a heap. `position` belongs to the heap: it is what makes removal logarithmic. */
export interface HeapEntry {
  deadline: number;
  /** Breaks ties between equal deadlines: the smaller one comes first. */
  sequence: number;
  position: number;
}

/** Binary min-heap by deadline, then sequence; any element can be removed in O(log n). */
export interface DeadlineHeap<Entry extends HeapEntry> {
  peek(): Entry | undefined;
  push(entry: Entry): void;
  /** `entry` must be in the heap. */
  remove(entry: Entry): void;
  /** `entry` must be in the heap. */
  move(entry: Entry, deadline: number, sequence: number): void;
  clear(): void;
  entries(): readonly Entry[];
}

export function createDeadlineHeap<Entry extends HeapEntry>(): DeadlineHeap<Entry> {
  const heap: Entry[] = [];

  function place(entry: Entry, position: number): void {
    heap[position] = entry;
    entry.position = position;
  }

  function siftUp(entry: Entry): void {
    let position = entry.position;
    while (position > 0) {
      const above = (position - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || comesBefore(parent, entry)) break;
      place(parent, position);
      position = above;
    }
    place(entry, position);
  }

  function siftDown(entry: Entry): void {
    let position = entry.position;
    for (;;) {
      const child = earlierOf(heap[2 * position + 1], heap[2 * position + 2]);
      if (child === undefined || comesBefore(entry, child)) break;
      const below = child.position;
      place(child, position);
      position = below;
    }
    place(entry, position);
  }

  function sift(entry: Entry): void {
    siftUp(entry);
    siftDown(entry);
  }

  return {
    peek: () => heap[0],
    push(entry) {
      place(entry, heap.length);
      siftUp(entry);
    },
    remove(entry) {
      const last = heap.pop();
      if (last === undefined || last === entry) return;
      place(last, entry.position);
      sift(last);
    },
    move(entry, deadline, sequence) {
      entry.deadline = deadline;
      entry.sequence = sequence;
      sift(entry);
    },
    clear() {
      heap.length = 0;
    },
    entries: () => heap,
  };
}

export function comesBefore(one: HeapEntry, other: HeapEntry): boolean {
  return one.deadline === other.deadline
    ? one.sequence < other.sequence
    : one.deadline < other.deadline;
}

function earlierOf<Entry extends HeapEntry>(
  left: Entry | undefined,
  right: Entry | undefined,
): Entry | undefined {
  if (left === undefined || right === undefined) return left;
  return comesBefore(left, right) ? left : right;
}
