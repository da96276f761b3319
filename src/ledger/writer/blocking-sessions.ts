import type pg from 'pg';
import { createPool, type DatabaseTarget } from '../../postgres/pool.ts';

/** A database session that keeps a batch waiting for a lock. */
export interface BlockingSession {
  /** The server's process. */
  readonly pid: number;
  /** As the session names itself; null for a process of the server. */
  readonly applicationName: string | null;
  /** Milliseconds since its database transaction began, by the server's clock; null where it belongs to another login. */
  readonly transactionAgeMs: number | null;
  /** What it waits for itself, as PostgreSQL names it: `SyncRep` is a commit that waits for a synchronous standby. Null for another login. */
  readonly waitsFor: string | null;
  /** Whether it was ended, because it is a writer of Nsimbi whose process does not go on. */
  readonly ended: boolean;
}

interface BlockingSessionsOptions {
  readonly onBlocked: (session: BlockingSession) => void;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds that a batch takes before one looks at what blocks it; most take a few. */
const lookAfterMs = 250;
/** Milliseconds that a database transaction of another writer may take before it is ended. */
const transactionMsMax = 3_000;

/**
 * Looks at what blocks a batch, and ends other writers of Nsimbi that wait for a process of ours that is frozen or gone. Only a
 * session that waits for its client is ended: one that works or commits (also one that waits for a synchronous standby) ends by itself,
 * and ending it could take back a promise of durability. Other sessions are only reported.
 */
export class BlockingSessions {
  readonly #pool: pg.Pool;
  readonly #options: BlockingSessionsOptions;
  readonly #looking = new Set<Promise<void>>();
  /** Database transactions that were reported. */
  readonly #reported = new Set<string>();

  constructor(target: DatabaseTarget, options: BlockingSessionsOptions) {
    this.#options = options;
    // PostgreSQL lets a session end others of its own login; as nsimbi_service it would be another role.
    this.#pool = createPool(target, { applicationName: 'nsimbi locks', max: 1, opening: () => 'RESET ROLE' });
  }

  /** Watches a batch from its beginning. @returns what to call when it has ended. */
  watch(client: pg.PoolClient): () => void {
    const timer = setTimeout(() => {
      const looking = this.#look(serverProcessOf(client))
        .catch((error: unknown) => this.#options.onError(error))
        .finally(() => this.#looking.delete(looking));
      this.#looking.add(looking);
    }, lookAfterMs);
    timer.unref();
    return () => clearTimeout(timer);
  }

  async close(): Promise<void> {
    await Promise.all(this.#looking);
    await this.#pool.end();
  }

  async #look(serverProcess: number): Promise<void> {
    const { rows } = await this.#pool.query<BlockingRow>(readAndEnd, [serverProcess, transactionMsMax]);
    for (const row of rows) {
      const id = `${row.pid} ${row.began_at}`;
      if (!row.ended && this.#reported.has(id)) continue;
      if (this.#reported.size >= reportedMax) this.#reported.clear();
      this.#reported.add(id);
      this.#options.onBlocked({
        pid: row.pid,
        applicationName: row.application_name,
        transactionAgeMs: row.transaction_age_ms,
        waitsFor: row.wait_event,
        ended: row.ended,
      });
    }
  }
}

const reportedMax = 1_000;

interface BlockingRow {
  readonly pid: number;
  readonly application_name: string | null;
  readonly began_at: string | null;
  readonly transaction_age_ms: number | null;
  readonly wait_event: string | null;
  readonly ended: boolean;
}

const readAndEnd = `
  SELECT pid, application_name, xact_start::text AS began_at, wait_event,
         (extract(epoch FROM clock_timestamp() - xact_start) * 1000)::float8 AS transaction_age_ms,
         CASE WHEN usename = current_user AND starts_with(application_name, 'nsimbi writer')
                   AND (state LIKE 'idle in transaction%' OR wait_event_type = 'Client')
                   AND clock_timestamp() - xact_start > $2 * interval '1 millisecond'
              THEN pg_terminate_backend(pid) ELSE false END AS ended
    FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1))`;

/** The driver's types leave out the process that the server named when the connection began. */
function serverProcessOf(client: pg.PoolClient): number {
  const { processID } = client as pg.PoolClient & { readonly processID: number };
  return processID;
}
