/**
 * Runs `make` at most once at a time and keeps its result for a while, so that many callers cost as much as one.
 * @param keepMs milliseconds for which a result, or a failure, is returned again.
 * @returns a function that returns the current result or starts a new run.
 */
export function shareResult<T>(keepMs: number, make: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | null = null;
  const makeAndKeep = async () => {
    try {
      return await make();
    } finally {
      setTimeout(() => {
        shared = null;
      }, keepMs).unref();
    }
  };
  return () => {
    shared ??= makeAndKeep();
    return shared;
  };
}

/** Runs `make` with the first call and returns its result to every caller; after a failure the next call runs it again. */
export function onceOnDemand<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
