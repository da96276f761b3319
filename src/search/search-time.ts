import { HistoryUnavailable } from '../history/history-store.ts';
import { sqlState } from '../postgres/errors.ts';

/**
 * How long one statement of a search may take on its connection, in milliseconds (`statement_timeout`). A search starts none after
 * `searchMs`, so that it takes little more than the sum of both.
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

  /**
   * Starts work while time is left.
   * @returns undefined when none was, when a statement was cancelled, and when the history store is away or does not respond in time: its
   * connections have a longer limit.
   */
  async within<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!this.isLeft) return undefined;
    const running = unlessCutOff(work);
    // A failure after the end of the search concerns nobody.
    running.catch(() => undefined);
    const { promise: end, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, this.#until + searchStatementMs - performance.now(), undefined);
    try {
      return await Promise.race([running, end]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Does work on connections of a search. @returns undefined when a statement was cancelled, or the history store is away. */
export async function unlessCutOff<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) === cancelled || error instanceof HistoryUnavailable) return undefined;
    throw error;
  }
}
