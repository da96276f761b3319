import assert from 'node:assert/strict';
import type pg from 'pg';
import { createPool, type DatabaseTarget } from '../../postgres/pool.ts';
import { type Command, walletsOf } from '../commands/command.ts';
import type { Outcome } from '../plan/outcome.ts';
import { readSystemAccounts, type SystemAccounts } from '../rows/system-account.ts';
import type { WalletState } from '../rows/wallet.ts';
import { connect, writeBatch } from './batch.ts';
import type { Entry } from './entry.ts';
import { PastNotAllowed } from './read-state.ts';

/**
 * Writes commands at times in the past, for demo data: by the planner and the statements of the writer, so that the books, their
 * events and their proofs are those of any payment. It refuses, in the database transaction of each batch, what could make the
 * history of real payments untrue (docs/decisions/0036-times-of-demo-data.md):
 *
 * - a database in which live mode was ever enabled, and every live wallet;
 * - a wallet with a history that this writer did not begin, because entries of a wallet follow their times;
 * - a time before the last one that it wrote, or after the database's clock.
 *
 * Nothing else uses it; test/structure.test.ts checks that. It tries nothing again: after an error its history ends.
 */
export class PastWriter {
  readonly #pool: pg.Pool;
  readonly #systemAccounts: SystemAccounts;
  readonly #begun = new Set<number>();
  #lastMs = 0;

  private constructor(pool: pg.Pool, systemAccounts: SystemAccounts) {
    this.#pool = pool;
    this.#systemAccounts = systemAccounts;
  }

  /** Opens its connection. Operator accounts that are registered later are unknown to it. */
  static async open(target: DatabaseTarget): Promise<PastWriter> {
    const pool = createPool(target, {
      applicationName: 'nsimbi past writer',
      max: 1,
      pipeline: true,
      opening: () => 'SELECT begin_server_life(0)',
      settings: {
        enable_hashjoin: 'off',
        enable_mergejoin: 'off',
        enable_seqscan: 'off',
        plan_cache_mode: 'force_generic_plan',
        // A crash of the server can lose the last batches, but leaves no batch in part. Demo data can be created again.
        synchronous_commit: 'off',
      },
    });
    try {
      return new PastWriter(pool, await readSystemAccounts(pool));
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  /**
   * Writes commands in one database transaction, as if it were then.
   * @param atMs milliseconds since 1970.
   * @returns the outcome of each command, in their order.
   * @throws PastNotAllowed; and what the database reports, after which the batch is not written or, where the connection was
   * lost at its commit, may be.
   */
  async write(atMs: number, commands: readonly Command[]): Promise<readonly Outcome[]> {
    if (atMs < this.#lastMs) throw new PastNotAllowed('a later time was written before');
    const entries = commands.map(entryOf);
    const waitFor = [...new Set(commands.flatMap(walletsOf))];
    const client = await connect(this.#pool);
    try {
      const written = await writeBatch(
        client,
        { entries, waitFor, waitForRows: true },
        {
          systemAccounts: this.#systemAccounts,
          requireStandby: false,
          onHeld: () => undefined,
          onStandbyMissing: () => undefined,
          past: { atMs, admit: (wallets) => this.#admit(wallets) },
        },
      );
      client.release();
      assert(written?.entries.length === commands.length, 'every command is decided, because every lock is waited for');
      this.#lastMs = atMs;
      for (const { before } of written.plan.wallets) this.#begun.add(before.walletId);
      return written.plan.outcomes;
    } catch (error) {
      // Closing the connection rolls the batch back, whatever state the session is in.
      client.release(true);
      throw error;
    }
  }

  /** Closes its connection. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  #admit(wallets: readonly WalletState[]): void {
    for (const { walletId, mode, entryNo, eventSequence } of wallets) {
      if (mode === 'live') throw new PastNotAllowed(`wallet ${walletId} is of live mode`);
      if (!this.#begun.has(walletId) && (entryNo > 0 || eventSequence > 0)) {
        throw new PastNotAllowed(`wallet ${walletId} has a history already`);
      }
    }
  }
}

/** Nobody waits for an answer: the batch returns its outcomes. */
function entryOf(command: Command): Entry {
  return {
    command,
    numbers: [],
    answerBy: Number.POSITIVE_INFINITY,
    planned: null,
    callerState: 'waiting',
    slot: 0,
    resolve: () => undefined,
    reject: () => undefined,
  };
}
