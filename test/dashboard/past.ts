import { openIntruder } from '../audit/intruder.ts';
import type { TestDatabase } from '../database.ts';

/**
 * Sets everything that happened so far back in time, as if it had been written then, and has it counted anew. What is written later must
 * have happened later, as a wallet's events follow their times.
 * @param backMs milliseconds.
 */
export async function setBack(database: TestDatabase, backMs: number): Promise<void> {
  // No user of the service, and no trigger, lets a time be changed.
  const intruder = await openIntruder(database);
  const back = `interval '1 millisecond' * ${backMs}`;
  try {
    await intruder.query(
      `UPDATE transaction SET created_at = created_at - ${back}, completed_at = completed_at - ${back}, failed_at = failed_at - ${back}`,
    );
    for (const table of ['event', 'transfer'])
      await intruder.query(`UPDATE ${table} SET created_at = created_at - ${back}`);
    await intruder.query('DELETE FROM wallet_hour');
    await intruder.query('DELETE FROM wallet_day');
    await intruder.query('UPDATE wallet_count SET counted_to = 0, days_counted_to = 0');
  } finally {
    await intruder.end();
  }
}
