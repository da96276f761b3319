import type { Queryable } from '../../src/postgres/pool.ts';

/** While `held` has a row, which a crash leaves there, a commit that touches a wallet waits; its lock shows that it does. */
export const holdCommits = `
  CREATE TABLE public.held (now boolean);
  CREATE FUNCTION public.hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(42);
    WHILE EXISTS (SELECT FROM public.held) LOOP PERFORM pg_sleep(0.01); END LOOP;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER holds_commit AFTER UPDATE ON nsimbi.wallet
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.hold()`;

/** How many batches are at their COMMIT. */
export async function heldCommits(pool: Queryable): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND objid = 42`,
  );
  return rowCount ?? 0;
}
