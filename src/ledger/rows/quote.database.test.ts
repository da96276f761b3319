import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { ugx } from '../../money/ugx.ts';
import { findQuote, forgetOldQuotes, insertQuote, type QuoteTerms, quoteLifetimeMs } from './quote.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const terms: QuoteTerms = {
  walletId: 1_000_001,
  type: 'payment_sent',
  phone: '256772000001',
  provider: 'MTN',
  recipientWalletId: null,
  gross: ugx(10_600),
  fee: ugx(600),
  net: ugx(10_000),
  senderPaysFee: true,
  feeScheduleId: 2,
  recipientName: 'Apio Grace',
  nameMatch: { result: 'close', reason: 'The names agree, but a name is only an initial.' },
};

test('a quote is read as it was stored, by its wallet only', async () => {
  const quote = await insertQuote(database.pool, terms);
  expect(quote).toMatchObject(terms);
  expect(quote.expiresAtWallMs - quote.createdAtMs).toBeGreaterThan(quoteLifetimeMs - 5_000);
  const found = await findQuote(database.pool, terms.walletId, quote.quoteId);
  expect(found).toMatchObject({ ...terms, quoteId: quote.quoteId, expiresAtMs: quote.expiresAtMs });
  expect(await findQuote(database.pool, terms.walletId + 1, quote.quoteId)).toBeNull();
  expect(await findQuote(database.pool, terms.walletId, Number.MAX_SAFE_INTEGER)).toBeNull();
});

test('the database refuses a quote that does not add up', async () => {
  await expect(insertQuote(database.pool, { ...terms, fee: ugx(601) })).rejects.toMatchObject({ code: '23514' });
});

test('the service cannot change a quote', async () => {
  await expect(database.pool.query('UPDATE quote SET fee_amount = 0, amount = net_amount')).rejects.toMatchObject({
    code: '42501',
  });
});

test('a quote is removed a day after its end, when both clocks say so', async () => {
  const aged = async (trusted: string, wall: string) => {
    const { quoteId, walletId } = await insertQuote(database.pool, terms);
    await database.owner.query(
      'UPDATE quote SET expires_at = expires_at - $2::interval, created_at = created_at - $3::interval WHERE quote_id = $1',
      [quoteId, trusted, wall],
    );
    await forgetOldQuotes(database.pool);
    return (await findQuote(database.pool, walletId, quoteId)) === null ? 'removed' : 'kept';
  };
  expect(await aged('0 hours', '0 hours')).toBe('kept');
  expect(await aged('24 hours', '24 hours')).toBe('kept');
  expect(await aged('25 hours', '1 hour')).toBe('kept');
  expect(await aged('1 hour', '25 hours')).toBe('kept');
  expect(await aged('25 hours', '25 hours')).toBe('removed');
});
