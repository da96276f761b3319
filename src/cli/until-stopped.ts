const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command that goes on until Ctrl-C: `work` gets a signal that is aborted then, and is waited for. A second
 * Ctrl-C changes nothing, because npm sends the first one twice.
 */
export async function untilStopped<T>(work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
