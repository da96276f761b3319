import { describe, expect, test } from 'vitest';
import { alice, Books, bob, checkBooks, collect, fail, idOf, pay, succeed, topUp } from '../../../test/ledger/books.ts';
import { clientDataOf } from '../client-data.ts';
import { transactionObject } from '../transaction-object.ts';
import type { OpenPayout } from './open-payout.ts';

const noted = (reference: string | null, metadata: Record<string, string> | null = null) => ({
  clientData: { reference, metadata },
});
const used = (transactionId: number) => ({
  is: 'refused',
  refusal: { code: 'client_reference_used', transactionId },
});

function funded(uniqueClientReferences: boolean): Books {
  const books = new Books({ uniqueClientReferences });
  books.write(topUp(alice, 500_000), topUp(bob, 500_000));
  return books;
}

function opened(books: Books, transactionId: number) {
  const transaction = books.transactions.get(transactionId);
  if (transaction === undefined) throw new Error(`no transaction ${transactionId}`);
  return transaction;
}

describe('what a client notes on a payment', () => {
  test('is stored with it, shown by it, and not shown to the recipient', () => {
    const books = funded(false);
    const payment: OpenPayout = { ...pay(alice, bob, 1_000), ...noted('invoice-1', { branch: 'Kampala' }) };
    const [done] = books.write(payment);
    const sent = opened(books, idOf(done));
    expect(clientDataOf(sent)).toEqual({ reference: 'invoice-1', metadata: { branch: 'Kampala' } });
    expect(transactionObject(sent)).toMatchObject({
      client_reference: 'invoice-1',
      metadata: { branch: 'Kampala', recipient_phone: sent.counterpartyPhone },
    });
    expect(transactionObject(sent).metadata).not.toHaveProperty('client_metadata');
    const received = [...books.transactions.values()].find(({ type }) => type === 'payment_received');
    expect(received?.details).toBeNull();
    checkBooks(books);
  });

  test('leaves a payment without notes as it was', () => {
    const books = funded(false);
    const [done] = books.write({ ...pay(alice, bob, 1_000), ...noted(null, {}) });
    const sent = opened(books, idOf(done));
    expect(sent.details).toBeNull();
    expect(transactionObject(sent)).not.toHaveProperty('client_reference');
    expect(books.plans.flatMap(({ clientReferences }) => clientReferences)).toEqual([]);
  });
});

describe('a client reference', () => {
  test('may be repeated where the wallet does not use each once, and leads to every payment', () => {
    const books = funded(false);
    const outcomes = [
      ...books.write({ ...pay(alice, bob, 1_000), ...noted('rent') }, { ...pay(alice, bob, 2_000), ...noted('rent') }),
      ...books.write({ ...collect(alice), ...noted('rent') }),
    ];
    expect(outcomes.map(({ is }) => is)).toEqual(['done', 'done', 'done']);
    expect(books.plans.flatMap(({ clientReferences }) => clientReferences)).toEqual(
      outcomes.map((outcome) => ({ walletId: alice, reference: 'rent', transactionId: idOf(outcome) })),
    );
  });

  test('is refused a second time in the same batch and in a later one, for every kind of payment', () => {
    const books = funded(true);
    const payment = { ...pay(alice, bob, 1_000), ...noted('order-7') };
    const [first, second] = books.write(payment, { ...payment });
    expect(first?.is).toBe('done');
    expect(second).toEqual(used(idOf(first)));
    expect(books.write({ ...pay(alice, null, 1_000), ...noted('order-7') })).toEqual([used(idOf(first))]);
    expect(books.write({ ...collect(alice), ...noted('order-7') })).toEqual([used(idOf(first))]);
    expect(books.wallet(alice).available).toBe(499_000n);
    checkBooks(books);
  });

  test('stays used when its payment failed', () => {
    const books = funded(true);
    const [first] = books.write({ ...pay(alice, null, 1_000), ...noted('order-8') });
    fail(books, first);
    expect(opened(books, idOf(first)).status).toBe('failed');
    expect(books.write({ ...pay(alice, null, 1_000), ...noted('order-8') })).toEqual([used(idOf(first))]);
  });

  test('is not used up by a payment that is refused', () => {
    const books = funded(true);
    const [refused] = books.write({ ...pay(alice, bob, 900_000), ...noted('order-9') });
    expect(refused).toMatchObject({ refusal: { code: 'insufficient_funds' } });
    expect(books.write({ ...pay(alice, bob, 1_000), ...noted('order-9') })[0]?.is).toBe('done');
  });

  test('of one wallet is free for another, and for payments without one', () => {
    const books = funded(true);
    const outcomes = books.write(
      { ...pay(alice, bob, 1_000), ...noted('order-10') },
      { ...pay(bob, alice, 1_000), ...noted('order-10') },
      pay(alice, bob, 1_000),
      pay(alice, bob, 1_000),
    );
    expect(outcomes.map(({ is }) => is)).toEqual(['done', 'done', 'done', 'done']);
  });

  test('of a collection is not free for its refund', () => {
    const books = funded(true);
    const [collection] = books.write({ ...collect(alice), ...noted('order-11') });
    succeed(books, collection, 50_000, null);
    const refund = (reference: string) =>
      ({
        kind: 'open_refund',
        amount: null,
        walletId: alice,
        mode: 'test',
        transactionId: idOf(collection),
        moved: null,
        description: null,
        apiKeyId: 7,
        apiTriggered: true,
        budgetLineage: null,
        maker: 'api_key:7',
        idempotency: null,
        route: {
          operatorAccountId: 1,
          reference: 'refund-reference',
          sends: 1,
          callTimeoutMs: 30_000,
          firstQueryAfterMs: 1_000,
          paidFrom: 'collection_float',
          inPart: true,
        },
        ...noted(reference),
      }) as const;
    expect(books.write(refund('order-11'))).toEqual([used(idOf(collection))]);
    const [done] = books.write(refund('refund-of-order-11'));
    expect(transactionObject(opened(books, idOf(done)))).toMatchObject({ client_reference: 'refund-of-order-11' });
  });
});
