/**
 * The outcome of `work`, or of `onTimeout` after `ms`. A late outcome of `work` is dropped, a
 * late failure included.
 */
export async function timeLimit<Value>(
  work: Promise<Value>,
  ms: number,
  onTimeout: () => Value,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Value>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(onTimeout());
      } catch (error) {
        reject(error);
      }
    }, ms);
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
