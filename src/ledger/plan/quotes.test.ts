import { describe, expect, test } from 'vitest';
import { alice, Books, bob, checkBooks, fail, idOf, pay, topUp } from '../../../test/ledger/books.ts';
import type { OpenPayout } from '../commands/open-payout.ts';
import { type Quote, quoteLifetimeMs } from '../rows/quote.ts';
import type { WalletState } from '../rows/wallet.ts';
import { isoTime, transactionObject } from '../transaction-object.ts';

const wholeQuote = (payment: OpenPayout, madeAtMs: number): Quote => ({
  quoteId: 12,
  walletId: payment.walletId,
  type: payment.type,
  phone: payment.recipientPhone,
  provider: payment.provider,
  recipientWalletId: payment.route.to === 'wallet' ? payment.route.walletId : null,
  gross: payment.gross,
  fee: payment.fee,
  net: payment.net,
  senderPaysFee: payment.senderPaysFee,
  feeScheduleId: payment.feeScheduleId,
  recipientName: null,
  nameMatch: null,
  createdAtMs: madeAtMs,
  expiresAtMs: madeAtMs + quoteLifetimeMs,
  expiresAtWallMs: madeAtMs + quoteLifetimeMs,
});

function booksWith(change: Partial<WalletState> = {}): Books {
  const books = new Books(change);
  books.write(topUp(alice, 100_000));
  return books;
}

/** A payment with the quote that was made for it now. */
function quoted(books: Books, payment: OpenPayout, change: Partial<Quote> = {}): OpenPayout {
  return { ...payment, quote: { ...wholeQuote(payment, books.nowMs - books.wallAheadMs), ...change } };
}

const refused = (refusal: object) => [{ is: 'refused', refusal }];

describe('a payment that names a quote', () => {
  test('is made as the quote says, and names it and the time of its price', () => {
    const books = booksWith();
    const [outcome] = books.write(quoted(books, pay(alice, null, 10_000, 600)));
    const transaction = books.transactions.get(idOf(outcome));
    expect(transaction?.details).toEqual({ quote_id: 12, quoted_at: isoTime(books.nowMs) });
    expect(transaction && transactionObject(transaction).metadata).toMatchObject({ quote_id: 12 });
    checkBooks(books);
  });

  test('may be followed by others that name the same quote, also after one failed', () => {
    const books = booksWith();
    const payment = quoted(books, pay(alice, null, 10_000, 600));
    const [first] = books.write(payment);
    fail(books, first);
    expect(books.write(payment, payment).map(({ is }) => is)).toEqual(['done', 'done']);
    expect(books.wallet(alice).available).toBe(100_000n - 2n * 10_600n);
    checkBooks(books);
  });

  test.each([
    ['a millisecond before its end', quoteLifetimeMs - 1, 0, 'done'],
    ['at its end', quoteLifetimeMs, 0, 'quote_expired'],
    ['after its end, while the wall clock jumped back a day', quoteLifetimeMs, -86_400_000, 'quote_expired'],
    ['in time, while the wall clock jumped ahead a day', quoteLifetimeMs - 1, 86_400_000, 'done'],
  ])('%s: %d ms of trusted time later, the wall clock %d ms off: %s', (_, laterMs, jumpMs, expected) => {
    const books = booksWith();
    const payment = quoted(books, pay(alice, bob, 10_000));
    books.nowMs += laterMs + jumpMs;
    books.wallAheadMs += jumpMs;
    const [outcome] = books.write(payment);
    expect(outcome?.is === 'refused' ? outcome.refusal.code : outcome?.is).toBe(expected);
    checkBooks(books);
  });

  test.each<[string, Partial<Quote>, number | null, string]>([
    ['was made when the phone had no wallet', { recipientWalletId: null }, bob, 'recipient'],
    ['was made when another wallet had the phone', { recipientWalletId: 1_000_003 }, bob, 'recipient'],
    ['was made when the phone had a wallet', { recipientWalletId: bob }, null, 'recipient'],
    ['was made when the phone was of another operator', { provider: 'MTN' }, null, 'provider'],
  ])('%s is refused', (_, change, to, differs) => {
    const books = booksWith();
    const outcome = books.write(quoted(books, pay(alice, to, 10_000), change));
    expect(outcome).toEqual(refused({ code: 'quote_differs', quoteId: 12, differs }));
    expect(books.wallet(alice).available).toBe(100_000n);
  });

  test('whose phone changed hands between look-up and lock is first looked up again', () => {
    const books = booksWith();
    const payment = quoted(books, pay(alice, bob, 10_000), { recipientWalletId: null });
    expect(books.write({ ...payment, route: pay(alice, null, 10_000).route })).toEqual([{ is: 'route_changed' }]);
  });

  test.each<[string, Partial<WalletState>, number, string]>([
    ['of a wallet that was frozen since', { frozen: true }, 10_000, 'wallet_frozen'],
    [
      'beyond a limit that was set since',
      { limitPerTransaction: 9_999n as WalletState['available'] },
      10_000,
      'limit_exceeded',
    ],
    ['that the wallet cannot pay', {}, 100_001, 'insufficient_funds'],
  ])('%s is refused for that', (_, change, amount, code) => {
    const books = booksWith();
    const payment = quoted(books, pay(alice, bob, amount));
    books.wallets.set(alice, { ...books.wallet(alice), ...change });
    expect(books.write(payment)).toMatchObject(refused({ code }));
  });

  test('waits for approval where a threshold was set since', () => {
    const books = booksWith();
    const payment = quoted(books, pay(alice, bob, 10_000));
    books.wallets.set(alice, { ...books.wallet(alice), approvalThreshold: payment.gross });
    expect(books.write(payment)).toMatchObject([{ is: 'done', transaction: { status: 'pending' } }]);
  });

  test('with another fee than its quote is a mistake of the program, and writes nothing', () => {
    const books = booksWith();
    const payment = quoted(books, pay(alice, null, 10_000, 600));
    expect(() => books.write({ ...payment, ...pick(pay(alice, null, 10_000, 500)) })).toThrow(
      'does not cost what quote 12 says',
    );
  });
});

const pick = ({ gross, fee, net }: OpenPayout) => ({ gross, fee, net });
