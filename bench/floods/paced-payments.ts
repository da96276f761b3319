import { Client, Pool } from 'undici';
import type { SeededClient } from '../../test/service/seeded-clients.ts';
import { startAtRate } from './at-rate.ts';

/** Connections that carry payments one after another; more payments than these wait, and their time counts. */
const connectionsMax = 256;

/** One payment in so many opens a connection of its own, as a payer does who was not here before. */
const newConnectionEvery = 10;

export const unansweredAfterMs = 15_000;

export interface PaymentsMeasured {
  readonly payments: number;
  /** Milliseconds from the moment at which a payment was due to the end of its answer. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How late this program itself sent, which is part of the times above. */
  readonly lateP99Ms: number;
  /** Payments without success, by status or by the code of the error. */
  readonly failed: Readonly<Record<string, number>>;
}

/**
 * Pays between clients at a constant rate. A payment's time counts from the moment at which it was due, not from when it
 * was sent, so a service that stands still for a second slows all payments of that second.
 * @returns when all are answered; one that is not after 15 seconds has failed.
 */
export async function measurePayments(options: {
  readonly baseUrl: string;
  readonly payers: readonly SeededClient[];
  readonly perSecond: number;
  readonly seconds: number;
}): Promise<PaymentsMeasured> {
  const { baseUrl, payers, perSecond, seconds } = options;
  const pool = new Pool(baseUrl, { connections: connectionsMax });
  const run = `floods-${process.pid}-${Date.now()}`;
  const timesMs: number[] = [];
  const lateMs: number[] = [];
  const failed: Record<string, number> = {};
  const pay = async (n: number, dueAtMs: number): Promise<void> => {
    lateMs.push(performance.now() - dueAtMs);
    const isNew = n % newConnectionEvery === 0;
    const connection = isNew ? new Client(baseUrl) : pool;
    const sender = payers[n % payers.length]!;
    const recipient = payers[(n + 1) % payers.length]!;
    const outcome = await connection
      .request({
        method: 'POST',
        path: '/api/v1/wallet/send-money',
        headers: {
          authorization: `Bearer ${sender.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': `${run}-${n}`,
        },
        body: JSON.stringify({ recipient_phone: recipient.phone, amount: 500, description: `Order ${n}` }),
        signal: AbortSignal.timeout(unansweredAfterMs),
      })
      .then(async ({ statusCode, body }) => {
        await body.dump();
        return statusCode === 200 ? null : String(statusCode);
      })
      .catch(nameOf);
    timesMs.push(performance.now() - dueAtMs);
    if (outcome !== null) failed[outcome] = (failed[outcome] ?? 0) + 1;
    if (isNew) await connection.destroy();
  };
  const underWay: Promise<void>[] = [];
  await startAtRate({ perSecond, count: perSecond * seconds }, (n, dueAtMs) => underWay.push(pay(n, dueAtMs)));
  await Promise.all(underWay);
  await pool.destroy();
  return {
    payments: timesMs.length,
    p50Ms: share(timesMs, 0.5),
    p99Ms: share(timesMs, 0.99),
    lateP99Ms: share(lateMs, 0.99),
    failed,
  };
}

/** The code of an error, such as ECONNRESET, else its name. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** A percentile by the nearest rank, of a list that is not empty. */
export function share(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return Number((sorted[Math.ceil(sorted.length * part) - 1] ?? 0).toFixed(2));
}
