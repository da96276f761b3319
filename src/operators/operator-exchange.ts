/** One exchange with an operator about a payment, as it was: whoever keeps it has to mask it. */
export interface OperatorExchange {
  /** When it began, unix ms. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Null where nothing went over a wire: the simulator's. */
  readonly method: 'GET' | 'POST' | null;
  /** With its query; null where nothing went over a wire. */
  readonly path: string | null;
  /** What was asked, as it was sent; null for nothing. */
  readonly body: string | null;
  /** What `JsonAnswer` calls it. */
  readonly is: 'answered' | 'not_reached' | 'unknown';
  /** HTTP status, or null when no whole answer came or nothing went over a wire. */
  readonly status: number | null;
  /** The raw answer, or why there was none. */
  readonly text: string;
}

/** Told of each exchange of a call when it has ended. Must not throw; keeps references and does its work later. */
export type OnExchange = (exchange: OperatorExchange) => void;
