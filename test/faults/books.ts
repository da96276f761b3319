import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { LiveClient } from '../service/live-clients.ts';
import { runNsimbi } from '../service/nsimbi-command.ts';
import { waitUntil } from '../service/wait-until.ts';
import type { Answer, Payment, PaymentLoad } from './payment-load.ts';
import { isForGood } from './payment-load.ts';

/** Repeats every payment whose end the client does not know, under the same key, until the service has given it one. */
export async function learnTheRest(load: PaymentLoad): Promise<void> {
  const unknown = load.payments.filter((payment) => payment.answer === null);
  await eachOf(unknown, async (payment) => {
    payment.answer = await waitUntil(
      `${payment.key} is answered for good`,
      async () => {
        const answer = await load.send(payment);
        return answer !== null && isForGood(answer) ? answer : false;
      },
      90_000,
    );
  });
}

/** A payment that was answered gets the same bytes for ever. */
export async function expectSameAnswersAgain(load: PaymentLoad, payments: readonly Payment[]): Promise<void> {
  expect(payments.length).toBeGreaterThan(0);
  await eachOf(payments, async (payment) => {
    const again = await load.send(payment);
    expect(again, payment.key).toEqual({ status: payment.answer?.status, body: payment.answer?.body, replayed: true });
  });
}

/**
 * The record of the load against the books of the service: every acknowledged payment is there once, every balance is
 * the opening balance with exactly these payments, nothing else is held, and the audit finds nothing.
 */
export async function expectBooks(
  load: PaymentLoad,
  clients: readonly LiveClient[],
  opening: number,
  settings: Record<string, string>,
): Promise<void> {
  const patientUntilMs = Date.now() + 60_000;
  const expected = new Map(clients.map(({ phone }) => [phone, { phone, balance: opening, held: 0 }]));
  const wallet = (phone: string) => expected.get(phone) ?? { phone, balance: 0, held: 0 };
  const seen = new Set<number>();
  await eachOf(load.payments, async (payment) => {
    if (payment.answer === null) throw new Error(`${payment.key} has no answer`);
    const id = transactionIdOf(payment.answer);
    expect(seen.has(id), `transaction ${id} answered two keys`).toBe(false);
    seen.add(id);
    const asked: { recipient_phone?: string; amount: number } = JSON.parse(payment.body);
    const payer = wallet(payment.client.phone);
    if (asked.recipient_phone !== undefined && expected.has(asked.recipient_phone)) {
      payer.balance -= asked.amount;
      wallet(asked.recipient_phone).balance += asked.amount;
      return;
    }
    const stands = await standingOf(load, payment.client, id, patientUntilMs);
    if (stands.status === 'failed') return;
    if (stands.direction === 'out') payer.balance -= stands.amount;
    else if (stands.status === 'completed') payer.balance += stands.net_amount;
    if (stands.direction === 'out' && stands.status === 'processing') payer.held += stands.amount;
  });
  for (const client of clients) {
    const { body } = await load.get(client, '/api/v1/wallet/balance');
    const { data }: { data: { balance: number; held_balance: number } } = JSON.parse(body);
    const found = { phone: client.phone, balance: data.balance, held: data.held_balance };
    expect(found).toEqual(expected.get(client.phone));
  }
  await expectCleanAudit(settings);
}

/** `nsimbi audit` exits with 1 when a rule is broken. */
export async function expectCleanAudit(settings: Record<string, string>): Promise<void> {
  await runNsimbi(['audit', '--json'], settings);
}

interface OutsideTransaction {
  readonly status: string;
  readonly direction: 'in' | 'out';
  readonly amount: number;
  readonly net_amount: number;
}

/**
 * Waits for the operator's final word on a transaction with the outside. A payout whose call a crash cut off may stay
 * `processing`, its money held, when there are so many of them that nothing is sent again.
 */
async function standingOf(
  load: PaymentLoad,
  client: LiveClient,
  id: number,
  patientUntilMs: number,
): Promise<OutsideTransaction> {
  for (;;) {
    const { status, body } = await load.get(client, `/api/v1/wallet/transactions/${id}`);
    if (status !== 200) throw new Error(`transaction ${id} is not there: ${status} ${body}`);
    const { data }: { data: OutsideTransaction } = JSON.parse(body);
    if (data.status !== 'processing' || Date.now() > patientUntilMs) return data;
    await sleep(200);
  }
}

/** The transaction that an answer names. */
export function transactionIdOf(answer: Answer): number {
  const { data }: { data: { transaction_id: number } } = JSON.parse(answer.body);
  return data.transaction_id;
}

/** Does `work` for all items, sixteen at a time. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
