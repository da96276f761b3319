/**
 * How many attempts may be in flight to one endpoint at the same time, learned as TCP learns how much a network takes
 * (RFC 5681, with RFC 7661's rule that a window which is not used does not grow).
 */
export interface AttemptWindow {
  /** Attempts; its whole part counts. */
  readonly size: number;
  /** Below it the window grows quickly, above it by about one per window of answers. */
  readonly threshold: number;
}

/** What an attempt showed about the endpoint's strength, whatever became of the delivery. */
export type Strength = 'delivered' | 'answered' | 'unanswered';

/** One attempt tells whether an endpoint that has just hung answers again. */
const sizeMin = 1;
const sizeMax = 64;

/** An endpoint that we know nothing of. */
export const firstWindow: AttemptWindow = { size: 4, threshold: sizeMax };

/**
 * The window after an attempt ended.
 * @param inFlight attempts that were in flight with it, itself included.
 */
export function windowAfter(window: AttemptWindow, strength: Strength, inFlight: number): AttemptWindow {
  if (strength === 'unanswered') {
    const size = Math.max(sizeMin, window.size / 2);
    return { size, threshold: Math.max(size, 2) };
  }
  // An error answered is no reason to send more at once.
  if (strength === 'answered' || inFlight < Math.floor(window.size)) return window;
  const growth = window.size < window.threshold ? 1 : 1 / window.size;
  return { size: Math.min(sizeMax, window.size + growth), threshold: window.threshold };
}
