import pg from 'pg';
import type { TestDatabase } from '../database.ts';

/** A COMMIT that the server receives, holds up, and answers late, or by ending the connection: the real doubt. */
export interface DyingCommit {
  /** Whether the server is at that COMMIT now; its locks are held. */
  reached(): Promise<boolean>;
  /** Lets it end without having committed. */
  goOn(): Promise<void>;
  /** Lets it be committed after all. */
  spare(): Promise<void>;
  /** Lets later commits be. */
  remove(): Promise<void>;
}

/** Has the next commit that inserts or updates a row of `table` for which `condition` (on NEW) holds die. */
export async function dieAtNextCommit(
  { target }: TestDatabase,
  table: string,
  condition: string,
): Promise<DyingCommit> {
  const client = new pg.Client({ connectionString: target.connectionString });
  await client.connect();
  // A sequence is visible outside a database transaction that has not ended, and is not undone with it.
  await client.query(`
    CREATE SEQUENCE public.dying_commit;
    CREATE TABLE public.may_die (now boolean);
    CREATE FUNCTION public.die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF nextval('public.dying_commit') > 1 THEN RETURN NULL; END IF;
      WHILE NOT EXISTS (SELECT FROM public.may_die) LOOP PERFORM pg_sleep(0.01); END LOOP;
      IF (SELECT now FROM public.may_die) THEN
        PERFORM pg_terminate_backend(pg_backend_pid());
        PERFORM pg_sleep(10);
      END IF;
      RETURN NULL;
    END $$;
    SET ROLE nsimbi_owner;
    CREATE CONSTRAINT TRIGGER dies_at_commit AFTER INSERT OR UPDATE ON nsimbi.${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION public.die();
    RESET ROLE`);
  return {
    reached: async () => {
      const { rows } = await client.query<{ is_called: boolean }>('SELECT is_called FROM public.dying_commit');
      return rows[0]?.is_called === true;
    },
    goOn: async () => {
      await client.query('INSERT INTO public.may_die VALUES (true)');
    },
    spare: async () => {
      await client.query('INSERT INTO public.may_die VALUES (false)');
    },
    remove: async () => {
      await client.query(`
        DROP TRIGGER dies_at_commit ON nsimbi.${table};
        DROP FUNCTION public.die();
        DROP TABLE public.may_die;
        DROP SEQUENCE public.dying_commit`);
      await client.end();
    },
  };
}
