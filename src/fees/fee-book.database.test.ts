import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { ugx } from '../money/ugx.ts';
import { FeeBook } from './fee-book.ts';
import { addFeeSchedule } from './schedules.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(() => vi.useRealTimers());
afterAll(() => database.drop());

test.each([
  ['a day behind', -86_400_000],
  ['a day ahead', 86_400_000],
])('schedules begin by the database’s clock where ours is %s', async (_name, wrongByMs) => {
  const clientId = 7 + Math.sign(wrongByMs);
  const now = await addFeeSchedule(database.pool, schedule(clientId, 100, null));
  await addFeeSchedule(database.pool, schedule(clientId, 200, Date.now() + 3_600_000));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongByMs });
  const book = new FeeBook(database.pool);
  expect(await book.inForce('withdrawal', clientId)).toMatchObject({ feeScheduleId: now });
});

function schedule(clientId: number, basisPoints: number, effectiveFromMs: number | null) {
  const band = { upTo: null, fixed: ugx(0), basisPoints, minimum: ugx(0), maximum: null };
  return { clientId, operation: 'withdrawal', effectiveFromMs, bands: [band], createdBy: 'test' } as const;
}
