import type { TestDatabase } from '../database.ts';

/**
 * Sets everything that happened so far back in time, as if it had been written then, and has it counted anew. What is written later must
 * have happened later, as a wallet's events follow their times.
 * @param backMs milliseconds.
 */
export async function setBack({ owner }: Pick<TestDatabase, 'owner'>, backMs: number): Promise<void> {
  const back = "$1::float8 * interval '1 millisecond'";
  await owner.query(
    `UPDATE transaction SET created_at = created_at - ${back}, completed_at = completed_at - ${back}, failed_at = failed_at - ${back}`,
    [backMs],
  );
  for (const table of ['event', 'transfer']) {
    await owner.query(`UPDATE ${table} SET created_at = created_at - ${back}`, [backMs]);
  }
  await owner.query('DELETE FROM wallet_hour');
  await owner.query('DELETE FROM wallet_day');
  await owner.query('UPDATE wallet_count SET counted_to = 0, days_counted_to = 0');
}
