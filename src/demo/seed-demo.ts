import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { onBehalfOfPlatform, recordAudit } from '../access/audit-log.ts';
import { readLiveMode } from '../access/live-mode.ts';
import type { Config } from '../config.ts';
import { readFeeSchedules } from '../fees/schedules.ts';
import type { Records } from '../history/records.ts';
import { ensurePartitions } from '../ledger/partitions.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { PastWriter } from '../ledger/writer/past-writer.ts';
import { createSimulator } from '../operators/simulator/simulator.ts';
import type { Msisdn } from '../phone/msisdn.ts';
import { readPrefixes } from '../phone/prefix-rows.ts';
import { PrefixTable } from '../phone/prefix-table.ts';
import type { DatabaseTarget } from '../postgres/pool.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { registerConnectors } from '../settlement/connectors.ts';
import { type BusinessKey, businesses, businessKeys, type Person, peopleOf } from './cast.ts';
import { createParties, type DemoClient, partiesCount } from './parties.ts';
import { planDemo } from './plan.ts';
import { pricesOf } from './prices.ts';
import { Random } from './random.ts';
import type { Step } from './steps.ts';
import { createWebhooks } from './webhooks.ts';
import { writeHistory } from './write-history.ts';

/** What demo data is written with. */
export interface DemoServices {
  readonly pool: pg.Pool;
  readonly target: DatabaseTarget;
  readonly records: Records;
  readonly config: Config;
  readonly sealer: Sealer;
}

export interface DemoOptions {
  /** The same seed makes the same history, on the same day. */
  readonly seed: number;
  /** Days of history. */
  readonly days: number;
  /** With which the people sign in. */
  readonly password: string;
  readonly actor: Actor;
  /** Phones of clients that no client has. @throws where there are too few. */
  readonly freePhones: (count: number) => Promise<readonly Msisdn[]>;
  readonly onProgress: (written: number, of: number) => void;
}

/** A business that was made. */
export interface MadeBusiness {
  readonly key: BusinessKey;
  readonly client: DemoClient;
  readonly people: readonly Person[];
  /** What its test wallet can pay, in shillings. */
  readonly balance: bigint;
  /** Transactions of its test wallet. */
  readonly transactions: number;
}

export interface MadeDemo {
  readonly fromMs: number;
  readonly toMs: number;
  readonly businesses: readonly MadeBusiness[];
}

/** Demo data cannot be made in this database. The message is one line that says why, and what to do. */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused';
}

/**
 * Makes three businesses with a history of test payments: through the planner of the ledger, with the fees in force then, so that
 * the audit and the proofs include them.
 * @throws DemoRefused, before anything is written: where live mode was enabled, demo data is there already, somebody has an
 * address or a phone that it needs, or the fees leave nothing of its payments.
 */
export async function seedDemo(services: DemoServices, options: DemoOptions): Promise<MadeDemo> {
  return await inTurn(services.pool, async () => {
    await refuseDemo(services.pool);
    return await make(services, options);
  });
}

async function make(services: DemoServices, options: DemoOptions): Promise<MadeDemo> {
  const { pool, target, records, config, sealer } = services;
  const { seed, days, password, actor, freePhones, onProgress } = options;
  const priceOf = pricesOf(await readFeeSchedules(pool));
  const nowMs = await readNow(pool);
  const steps = planDemo({ seed, days, nowMs, feeAt: (...payment) => priceOf(...payment).fee });
  await refuseTakenPhones(pool, steps);
  const prefixes = new PrefixTable(await readPrefixes(pool));
  const { connectors } = createSimulator({ db: pool, delayMs: config.simulatorDelayMs, pollDelaysMs: null });
  const accounts = new Map(
    (await registerConnectors(pool, connectors, false))
      .all()
      .map(({ operatorAccountId, connector }) => [connector.operator, operatorAccountId]),
  );
  await ensurePartitions(pool);
  await recordAct(pool, actor, 'demo.begun', { seed, days });
  const phones = await freePhones(partiesCount);
  const parties = await createParties(pool, { phones, password, actor, quotas: config });
  const writer = await PastWriter.open(target);
  try {
    await writeHistory(
      {
        ...{ pool, records, writer, parties, priceOf, nowMs, actor },
        operatorOf: (phone) => {
          const name = prefixes.operatorOf(phone);
          return { name, operatorAccountId: accounts.get(name) ?? accounts.get('Other') ?? 0 };
        },
        random: new Random(`nsimbi demo references ${seed}`),
        approvalExpiryMs: config.approvalExpiryMs,
        onProgress: (written) => onProgress(written, steps.length),
      },
      steps,
    );
  } finally {
    await writer.close();
  }
  await createWebhooks(pool, parties, { sealer, actor, nowMs });
  const made = await Promise.all(businessKeys.map((key) => readBusiness(pool, key, parties.businesses[key])));
  await recordAct(pool, actor, 'demo.completed', { steps: steps.length });
  return { fromMs: steps[0]?.atMs ?? nowMs, toMs: nowMs, businesses: made };
}

/** Refuses a database in which demo data cannot be made, before anything is written. @throws DemoRefused */
export async function refuseDemo(pool: pg.Pool): Promise<void> {
  const live = await readLiveMode(pool);
  if (live !== null) {
    throw new DemoRefused(
      `live mode was enabled in this database on ${live.enabledAt}; demo data has times in the past, which nobody may write beside real money. Use another database`,
    );
  }
  const { rows } = await pool.query<{ action: string; at: Date }>(
    `SELECT action, at FROM audit_log WHERE action IN ('demo.begun', 'demo.completed') AND subject = 'service'
      ORDER BY audit_log_id DESC LIMIT 1`,
  );
  const [earlier] = rows;
  if (earlier !== undefined) {
    const what =
      earlier.action === 'demo.completed'
        ? 'this database has demo data already, made'
        : 'an earlier run was cut short, begun';
    throw new DemoRefused(`${what} on ${earlier.at.toISOString()}; use an empty database for another run`);
  }
  const emails = businessKeys.flatMap((key) => peopleOf(businesses[key]).map(({ email }) => email));
  const known = await pool.query<{ email: string }>(
    'SELECT email FROM person WHERE email = ANY ($1::text[]) ORDER BY email',
    [emails],
  );
  if (known.rows[0] !== undefined) {
    throw new DemoRefused(
      `there is a person ${known.rows[0].email} already, whom demo data needs; use another database`,
    );
  }
}

/** A payment to a phone outside would reach a wallet here. @throws DemoRefused */
async function refuseTakenPhones(pool: pg.Pool, steps: readonly Step[]): Promise<void> {
  const phones = steps.flatMap((step) => {
    if (step.is === 'pay') return step.payee.is === 'outside' ? [step.payee.phone] : [];
    return step.is === 'open_bulk' ? step.rows.map(({ phone }) => phone) : [];
  });
  const { rows } = await pool.query<{ phone: string }>(
    `SELECT phone FROM wallet_phone WHERE mode = 'test' AND phone = ANY ($1::text[]) ORDER BY phone LIMIT 1`,
    [[...new Set(phones)]],
  );
  if (rows[0] !== undefined) {
    throw new DemoRefused(
      `a client here has the phone ${rows[0].phone}, which demo data pays; use another seed or database`,
    );
  }
}

/** The database's clock, in milliseconds since 1970. */
async function readNow(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ now_ms: string }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  return Number(rows[0]?.now_ms);
}

async function readBusiness(pool: pg.Pool, key: BusinessKey, client: DemoClient): Promise<MadeBusiness> {
  const { rows } = await pool.query<{ available: string; transactions: string }>(
    `SELECT available, (SELECT count(*) FROM transaction t WHERE t.wallet_id = w.wallet_id) AS transactions
       FROM wallet w WHERE wallet_id = $1`,
    [client.wallets.test],
  );
  const { available = '0', transactions = '0' } = rows[0] ?? {};
  return {
    key,
    client,
    people: peopleOf(businesses[key]),
    balance: BigInt(available),
    transactions: Number(transactions),
  };
}

async function recordAct(pool: pg.Pool, actor: Actor, action: string, details: Record<string, unknown>): Promise<void> {
  await recordAudit(pool, { actor: { ...actor, onBehalfOf: onBehalfOfPlatform }, action, subject: 'service', details });
}

/** One run at a time. */
async function inTurn<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    for (let mine = false; !mine; ) {
      const { rows } = await client.query<{ mine: boolean }>(
        `SELECT pg_try_advisory_lock(hashtextextended('nsimbi.demo', 0)) AS mine`,
      );
      mine = rows[0]?.mine === true;
      if (!mine) await sleep(50);
    }
    return await work();
  } finally {
    // Ends the lock as well.
    client.release(true);
  }
}
