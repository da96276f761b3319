/** The first attempts, or the retries, of one webhook. */
export interface Lane {
  readonly walletId: number;
  readonly webhookId: number;
  readonly isRetry: boolean;
}

/** Lanes kept in memory; one that finds no room is found again by the next walk through the table. */
const lanesMax = 4_000;

/** The lanes that are known to have something due, in turn: a lane that was served goes behind the others. */
export class DueLanes {
  readonly #lanes = new Map<string, Lane>();

  get size(): number {
    return this.#lanes.size;
  }

  /** Whether a walk would find more than can be kept. */
  get full(): boolean {
    return this.#lanes.size >= lanesMax;
  }

  mark(lane: Lane): void {
    const key = keyOf(lane);
    if (!this.full && !this.#lanes.has(key)) this.#lanes.set(key, lane);
  }

  has(lane: Omit<Lane, 'walletId'>): boolean {
    return this.#lanes.has(keyOf(lane));
  }

  /** In the order of their turns. */
  inTurn(): Iterable<Lane> {
    return this.#lanes.values();
  }

  /** A lane was served: it waits for its next turn, or leaves when nothing more is due in it. */
  served(lane: Lane, isMoreDue: boolean): void {
    const key = keyOf(lane);
    if (this.#lanes.delete(key) && isMoreDue) this.#lanes.set(key, lane);
  }
}

function keyOf({ webhookId, isRetry }: Omit<Lane, 'walletId'>): string {
  return `${webhookId}${isRetry ? ' retries' : ''}`;
}
