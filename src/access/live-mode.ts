import { isoTime } from '../ledger/transaction-object.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';

/** Since when live money may move, and who decided so. */
export interface LiveMode {
  readonly enabledAt: string;
  readonly proposedBy: string;
  readonly approvedBy: string;
}

/** Null until live mode is enabled, which happens once. */
export async function readLiveMode(db: Queryable): Promise<LiveMode | null> {
  const { rows } = await db.query<{ enabled_at: Date; proposed_by: string; approved_by: string }>(
    'SELECT enabled_at, proposed_by, approved_by FROM live_mode',
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    enabledAt: isoTime(row.enabled_at.getTime()),
    proposedBy: row.proposed_by,
    approvedBy: row.approved_by,
  };
}

/**
 * Whether one person may do everything: NSIMBI_REHEARSAL is on, and the database never had live mode enabled. So nobody can make a
 * rehearsal of a service that works with real money, whatever the settings of a command say.
 */
export async function isRehearsal(db: Queryable, { rehearsal }: { readonly rehearsal: boolean }): Promise<boolean> {
  return rehearsal && (await readLiveMode(db)) === null;
}

/**
 * Refuses what would make live money move before live mode is enabled. A rehearsal needs no two people.
 * @throws Refusal `live_mode_not_enabled`
 */
export async function refuseBeforeLive(db: Queryable, { rehearsal }: { readonly rehearsal: boolean }): Promise<void> {
  if (rehearsal || (await readLiveMode(db)) !== null) return;
  throw new Refusal(
    'live_mode_not_enabled',
    'Live mode is not enabled yet; two administrators with second factors enable it, under "Proposals" of the platform.',
  );
}

/**
 * A rehearsal needs a database of its own.
 * @throws an error of one line, for the person who started the service.
 */
export async function refuseRehearsalOfLive(
  db: Queryable,
  { rehearsal }: { readonly rehearsal: boolean },
): Promise<void> {
  if (!rehearsal || (await readLiveMode(db)) === null) return;
  throw new Error(
    'NSIMBI_REHEARSAL is "on" and live mode is enabled in this database; a rehearsal needs a database of its own',
  );
}
