import pg from 'pg';
import type { TestDatabase } from '../database.ts';

/** A superuser for whom neither triggers nor foreign keys work. The caller ends the connection. */
export async function openIntruder(database: TestDatabase): Promise<pg.Client> {
  const intruder = new pg.Client({ connectionString: database.target.connectionString });
  await intruder.connect();
  await intruder.query(
    `SET search_path = nsimbi; SET timezone = 'UTC'; SET session_replication_role = replica; SET jit = off`,
  );
  return intruder;
}
