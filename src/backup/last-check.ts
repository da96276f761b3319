import type { Queryable } from '../postgres/pool.ts';

/** The table `backup_check`: what `nsimbi backup check` found last, on the host that has pgBackRest. */

/** One check of the backups. */
export interface BackupCheck {
  readonly stanza: string;
  /** Milliseconds since 1970; null when the database cannot be restored at all. */
  readonly restorableUntilMs: number | null;
  /** What is wrong, in one sentence; null when nothing is. */
  readonly problem: string | null;
}

/** The check that was made last, with ages in milliseconds of the database's clock; negative where that was set back. */
export interface LastBackupCheck {
  readonly checkedMsAgo: number;
  readonly restorableMsAgo: number | null;
  readonly problem: string | null;
}

/** Stores a check in place of the one before. */
export async function noteBackupCheck(db: Queryable, check: BackupCheck): Promise<void> {
  await db.query(
    `INSERT INTO backup_check (stanza, restorable_until, problem)
     VALUES ($1, to_timestamp($2::float8 / 1000), $3)
     ON CONFLICT (stanza) DO UPDATE
       SET checked_at = clock_timestamp(), restorable_until = excluded.restorable_until, problem = excluded.problem`,
    [check.stanza, check.restorableUntilMs, check.problem],
  );
}

/** Null where no check was made. */
export async function readLastBackupCheck(db: Queryable): Promise<LastBackupCheck | null> {
  const { rows } = await db.query<LastBackupCheck>(
    `SELECT round(extract(epoch FROM clock_timestamp() - checked_at) * 1000)::float8 AS "checkedMsAgo",
            round(extract(epoch FROM clock_timestamp() - restorable_until) * 1000)::float8 AS "restorableMsAgo",
            problem
       FROM backup_check ORDER BY checked_at DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}
