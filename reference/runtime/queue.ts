/**
 * RT-01: runs tasks one at a time in the order of their arrival. One that arrives while another
 * runs, for instance out of an answer, waits for its turn.
 */
export function createQueue(): (task: () => void) => void {
  const arrived: (() => void)[] = [];
  let busy = false;

  return (task) => {
    if (busy) {
      arrived.push(task);
      return;
    }
    busy = true;
    try {
      task();
      for (let next = arrived.shift(); next !== undefined; next = arrived.shift()) next();
    } finally {
      busy = false;
    }
  };
}
