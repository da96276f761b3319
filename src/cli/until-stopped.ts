const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command that goes on until Ctrl-C, or until one of the other `signals` is aborted: `work` gets a signal that is
 * aborted then, and is waited for. A second Ctrl-C changes nothing, because npm sends the first one twice.
 */
export async function untilStopped<T>(
  work: (stopped: AbortSignal) => Promise<T>,
  ...signals: readonly AbortSignal[]
): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of stopSignals) process.on(signal, stop);
  try {
    return await work(AbortSignal.any([stopping.signal, ...signals]));
  } finally {
    for (const signal of stopSignals) process.off(signal, stop);
  }
}
