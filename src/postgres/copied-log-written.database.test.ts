import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { CopiedLog } from './copied-log.ts';
import { createPool } from './pool.ts';

test('every item is written once and whole, also where the memory of earlier ones is used again', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.target, { applicationName: 'nsimbi test', max: 1, role: 'nsimbi_owner' });
  try {
    await pool.query('CREATE TABLE line (number bigint NOT NULL, text text NOT NULL)');
    const errors: unknown[] = [];
    const log = new CopiedLog<number>({
      pool,
      columns: 'line (number, text)',
      write: (fields, number) => fields.number(number).text(textOf(number)),
      keepDays: () => Promise.resolve(),
      onWritten: () => undefined,
      onDropped: (why, rows) => errors.push(`${rows} ${why}`),
      onError: (error) => errors.push(error),
    });
    const count = 6_000;
    for (let number = 0; number < count; number += 1) {
      log.note(number);
      // Some are noted while others are on their way.
      if (number % 700 === 0) await log.flush();
      else if (number % 300 === 0) await new Promise(setImmediate);
    }
    await log.close();
    expect(errors).toEqual([]);
    const { rows } = await pool.query<{ number: string; text: string }>('SELECT * FROM line ORDER BY number');
    expect(rows).toEqual(Array.from({ length: count }, (_, n) => ({ number: `${n}`, text: textOf(n) })));
  } finally {
    await pool.end();
    await database.drop();
  }
});

function textOf(number: number): string {
  return `${number} `.repeat(1 + (number % 60));
}
