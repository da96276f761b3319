/** How often a subject was counted in the current minute, and the unix second at which that minute ends. */
export interface Counted {
  readonly hits: number;
  readonly endsAtSeconds: number;
}

/** Where requests are counted, in fixed minutes. */
export interface RateLimitStore {
  /** Adds hits, a whole number of at least 0, to a subject and gives what it has now. */
  count(subject: string, hits: number): Counted | Promise<Counted>;
}
