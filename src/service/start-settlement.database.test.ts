import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { openSettlementPool } from './start-settlement.ts';
import { Stopping } from './stopping.ts';

test('what the last commits leave to be noted is noted before the connections close', async () => {
  const database = await createTestDatabase();
  const stopping = new Stopping(pino({ enabled: false }));
  const pool = openSettlementPool({ target: database.target, stopping });
  await pool.query('SELECT 1');
  let noted: Promise<unknown> = Promise.resolve();
  stopping.add(() => {
    // As the writer, whose callers go on while it closes.
    noted = afterAWhile(20).then(() => pool.query('SELECT 1'));
  });
  await stopping.stop();
  expect(await noted).toMatchObject({ rowCount: 1 });
  await database.drop();
});

/** A caller hears through some functions, each of which waits for the next. */
async function afterAWhile(functions: number): Promise<void> {
  if (functions > 0) await afterAWhile(functions - 1);
}
