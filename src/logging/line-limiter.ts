const intervalMs = 1_000;

/** Kinds that are counted separately; all further kinds share one line a second. */
const kindsMax = 100;
const furtherKinds = 'further';

/**
 * Limits log lines that callers outside of the service can cause to one a second of each kind.
 * @returns calls `writeLine` when a line of this kind may be written, with the number of lines left out since the last one.
 */
export function createLineLimiter(
  nowMs: () => number = () => performance.now(),
): (kind: string, writeLine: (leftOut: number) => void) => void {
  const kinds = new Map<string, { lastMs: number; leftOut: number }>();
  return (kind, writeLine) => {
    const key = kinds.has(kind) || kinds.size < kindsMax ? kind : furtherKinds;
    const known = kinds.get(key) ?? { lastMs: Number.NEGATIVE_INFINITY, leftOut: 0 };
    kinds.set(key, known);
    if (nowMs() - known.lastMs < intervalMs) {
      known.leftOut += 1;
      return;
    }
    writeLine(known.leftOut);
    known.lastMs = nowMs();
    known.leftOut = 0;
  };
}
