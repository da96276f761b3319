const everyMs = 1_000;

/** Kinds that are told apart; what comes as one more shares a line with all further ones. */
const kindsMax = 100;
const furtherKinds = 'further';

/**
 * Limits lines of a log that others can cause, to one a second of each kind.
 * @returns calls `writeLine` when a line of this kind is due, with how many were left out since the last one.
 */
export function onceASecond(
  nowMs: () => number = () => performance.now(),
): (kind: string, writeLine: (leftOut: number) => void) => void {
  const kinds = new Map<string, { lastMs: number; leftOut: number }>();
  return (kind, writeLine) => {
    const key = kinds.has(kind) || kinds.size < kindsMax ? kind : furtherKinds;
    const known = kinds.get(key) ?? { lastMs: Number.NEGATIVE_INFINITY, leftOut: 0 };
    kinds.set(key, known);
    if (nowMs() - known.lastMs < everyMs) {
      known.leftOut += 1;
      return;
    }
    writeLine(known.leftOut);
    known.lastMs = nowMs();
    known.leftOut = 0;
  };
}
