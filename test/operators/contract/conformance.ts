import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ugx } from '../../../src/money/ugx.ts';
import type {
  CallbackRequest,
  MoneyCall,
  OperatorConnector,
  QueryResult,
  RefundCall,
  StatusQuery,
} from '../../../src/operators/contract.ts';

/** A connector with an operator, real or played, that behaves as each case needs. */
export interface ConformanceBench {
  readonly connector: OperatorConnector;
  readonly referenceForm: RegExp;
  /** The operator's answers to queries name no amount. */
  readonly tellsNoAmount?: boolean;
  readonly phones: {
    /** Payments of it are taken, and succeed soon. */
    readonly pays: string;
    /** A collection from it is taken, and fails soon. */
    readonly fails: string;
    /** A payment of it is taken and has no end while the test lasts. */
    readonly stays: string;
    /** A payout to it is refused at once because of the number. */
    readonly unknownRecipient: string;
    /** A payout to it is refused at once because of us. */
    readonly refusesUs: string;
    /** Calls about it do not reach the operator. */
    readonly notReached: string;
    /** A payout to it is taken, and its call gets no answer. */
    readonly silent: string;
    readonly named: string;
    readonly nameless: string;
  };
  /** How many payments the operator has under a reference. */
  countPayments(reference: string): Promise<number>;
  /** A genuine callback of the operator about a reference. */
  callbackAbout(reference: string): CallbackRequest;
  close(): Promise<void>;
}

/** What the settlement machinery relies on. Every connector has to pass it. */
export function describeConnector(name: string, openBench: () => Promise<ConformanceBench>): void {
  describe(`${name} keeps the promises of a connector`, () => {
    let bench: ConformanceBench;
    beforeAll(async () => {
      bench = await openBench();
    });
    afterAll(async () => {
      await bench.close();
    });

    const patient = () => new AbortController().signal;
    const callOf = (phone: string, reference = bench.connector.newReference()): MoneyCall => ({
      reference,
      transactionId: 1,
      phone,
      amount: ugx(50_000),
      description: "Ssente z'essomero 📚",
      merchantName: 'Kampala Books',
    });

    async function finalWord(direction: StatusQuery['direction'], reference: string): Promise<QueryResult> {
      return await expect
        .poll(async () => bench.connector.query({ direction, reference }, patient()), { interval: 50 })
        .not.toMatchObject({ is: 'pending' })
        .then(() => bench.connector.query({ direction, reference }, patient()));
    }

    /** Details that an operator does not report may be absent; those that it reports have to be ours. */
    function expectToldOf(end: QueryResult, call: MoneyCall): void {
      if (end.is !== 'succeeded' || end.reported === undefined) return;
      const { currency, phone, reference } = end.reported;
      expect(currency ?? bench.connector.currency).toBe(bench.connector.currency);
      expect(phone ?? call.phone).toBe(call.phone);
      expect(reference ?? call.reference).toBe(call.reference);
    }

    test('references have the operator’s form and never repeat', () => {
      const references = Array.from({ length: 1_000 }, () => bench.connector.newReference());
      expect(new Set(references).size).toBe(references.length);
      for (const reference of references) expect(reference).toMatch(bench.referenceForm);
    });

    test('delays, prompt window and queries a second are usable numbers', () => {
      const { pollDelaysMs, promptWindowMs, queriesPerSecond } = bench.connector;
      expect(pollDelaysMs.length).toBeGreaterThan(0);
      for (const delayMs of pollDelaysMs) expect(delayMs).toBeGreaterThan(0);
      expect(promptWindowMs).toBeGreaterThan(0);
      expect(queriesPerSecond).toBeGreaterThanOrEqual(1);
    });

    test.each(['collection', 'payout'] as const)(
      'a %s is accepted and ends with its amount and a receipt',
      async (direction) => {
        const call = callOf(bench.phones.pays);
        const { connector } = bench;
        const word = await (direction === 'collection'
          ? connector.collect(call, patient())
          : connector.payOut(call, patient()));
        expect(word).toMatchObject({ is: 'accepted' });
        const end = await finalWord(direction, call.reference);
        const amount = bench.tellsNoAmount === true ? null : ugx(50_000);
        expect(end).toMatchObject({ is: 'succeeded', receipt: expect.stringMatching(/\S/), amount });
        expectToldOf(end, call);
      },
    );

    test('a collection that the customer does not pay ends failed, with a code of ours', async () => {
      const call = callOf(bench.phones.fails);
      expect(await bench.connector.collect(call, patient())).toMatchObject({ is: 'accepted' });
      expect(await finalWord('collection', call.reference)).toMatchObject({ is: 'failed', code: expect.any(String) });
    });

    test('a payment that has no end yet is pending', async () => {
      const call = callOf(bench.phones.stays);
      await bench.connector.payOut(call, patient());
      const word = await bench.connector.query({ direction: 'payout', reference: call.reference }, patient());
      expect(word).toEqual({ is: 'pending' });
    });

    test('a payout to a number without an account is refused because of the payment, and nothing is created', async () => {
      const call = callOf(bench.phones.unknownRecipient);
      expect(await bench.connector.payOut(call, patient())).toMatchObject({
        is: 'refused',
        by: 'payment',
        code: 'recipient_not_found',
      });
      expect(await bench.countPayments(call.reference)).toBe(0);
    });

    test('a refusal of us differs from a refusal of the payment', async () => {
      const call = callOf(bench.phones.refusesUs);
      expect(await bench.connector.payOut(call, patient())).toMatchObject({ is: 'refused', by: 'configuration' });
      expect(await bench.countPayments(call.reference)).toBe(0);
    });

    test('an operator that cannot be reached is not reached, and nothing is created', async () => {
      const call = callOf(bench.phones.notReached);
      expect(await bench.connector.collect(call, patient())).toMatchObject({ is: 'not_reached' });
      expect(await bench.connector.payOut(call, patient())).toMatchObject({ is: 'not_reached' });
      expect(await bench.countPayments(call.reference)).toBe(0);
    });

    test('a call without an answer ends when it is cut, as unknown, and the payment may exist', async () => {
      const call = callOf(bench.phones.silent);
      const cut = new AbortController();
      let ended = false;
      const word = bench.connector.payOut(call, cut.signal).finally(() => {
        ended = true;
      });
      await expect.poll(() => bench.countPayments(call.reference)).toBe(1);
      expect(ended).toBe(false);
      cut.abort();
      expect(await word).toMatchObject({ is: 'unknown' });
      const known = await bench.connector.query({ direction: 'payout', reference: call.reference }, patient());
      expect(['pending', 'succeeded']).toContain(known.is);
    });

    test('a call that was cut before it began creates nothing', async () => {
      const call = callOf(bench.phones.pays);
      const word = await bench.connector.payOut(call, AbortSignal.abort());
      expect(['not_reached', 'unknown']).toContain(word.is);
      expect(await bench.countPayments(call.reference)).toBe(0);
    });

    test('the same reference twice, even at once, is one payment and is accepted both times', async () => {
      const call = callOf(bench.phones.stays);
      const words = await Promise.all([
        bench.connector.payOut(call, patient()),
        bench.connector.payOut(call, patient()),
      ]);
      words.push(await bench.connector.payOut(call, patient()));
      expect(words.map((word) => word.is)).toEqual(['accepted', 'accepted', 'accepted']);
      expect(await bench.countPayments(call.reference)).toBe(1);
    });

    test('a reference that the operator does not know is not found', async () => {
      const reference = bench.connector.newReference();
      for (const direction of ['collection', 'payout'] as const) {
        expect(await bench.connector.query({ direction, reference }, patient())).toEqual({ is: 'not_found' });
      }
    });

    test('a completed collection can be refunded, and a refund that can be asked about is one refund', async () => {
      const { connector } = bench;
      const collection = callOf(bench.phones.pays);
      await connector.collect(collection, patient());
      const paid = await finalWord('collection', collection.reference);
      if (paid.is !== 'succeeded') throw new Error(`the collection ${paid.is}`);
      const { phone, amount, description, merchantName, transactionId } = collection;
      const refund: RefundCall = {
        reference: connector.newReference(),
        transactionId,
        collectionReference: collection.reference,
        collectionReceipt: paid.receipt,
        phone,
        amount,
        description,
        merchantName,
      };
      const word = await connector.refund(refund, patient());
      if (!connector.refundsCanBeAskedAbout) return expect(word).toEqual({ is: 'accepted', paid: true });
      expect(word).toMatchObject({ is: 'accepted' });
      expect(await connector.refund(refund, patient())).toMatchObject({ is: 'accepted' });
      expect(await finalWord('refund', refund.reference)).toMatchObject({ is: 'succeeded', amount });
      expect(await bench.countPayments(refund.reference)).toBe(1);
    });

    test('a callback names its payment, and anything unreadable names none', () => {
      const reference = bench.connector.newReference();
      const callback = bench.callbackAbout(reference);
      expect(bench.connector.readCallback(callback)).toEqual({ reference });
      for (const body of ['', '{', 'null', '[]', '{}', '{"reference":5}', '"x"']) {
        expect(bench.connector.readCallback({ ...callback, body: Buffer.from(body) })).toBeNull();
      }
    });

    test('a number with a name has an active account', async () => {
      expect(await bench.connector.accountStatus(bench.phones.named, patient())).toBe('active');
    });

    test.each(['collection', 'payout'] as const)('what the operator holds for a %s is known', async (direction) => {
      const word = await bench.connector.balance(direction, patient());
      expect(word).toEqual({ is: 'known', amount: expect.any(BigInt) });
    });

    test('a number has its registered name, or null', async () => {
      expect(await bench.connector.lookupName(bench.phones.named, patient())).toMatch(/\S/);
      expect(await bench.connector.lookupName(bench.phones.nameless, patient())).toBeNull();
    });
  });
}
