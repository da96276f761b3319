import { sqlState } from '../postgres/errors.ts';

/**
 * How long one statement of a search may take on its connection, in milliseconds (`statement_timeout`). A search starts none after
 * `searchMs`, so that it takes less than the sum of both.
 */
export const searchStatementMs = 120;
const searchMs = 150;

const cancelled = '57014';

/** The time of one search. */
export class SearchTime {
  readonly #until: number;

  /** @param ms after which no statement starts, in milliseconds. */
  constructor(ms = searchMs) {
    this.#until = performance.now() + ms;
  }

  /** Whether another statement may start. */
  get isLeft(): boolean {
    return performance.now() < this.#until;
  }

  /** Runs a statement. @returns undefined when the server has cancelled it, or no time was left. */
  async within<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!this.isLeft) return undefined;
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== cancelled) throw error;
      return undefined;
    }
  }
}
