/**
 * Makes something at most once at a time and keeps it for a while, so that it costs the same however many ask.
 * @param keepMs milliseconds for which a result, or a failure, is given to whoever asks after it was made.
 * @returns gives the result that is being made or kept, or a new one.
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
