import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTerminal, type Terminal } from '../../test/cli/terminal.ts';
import { createTestDatabase, enableLiveMode, type TestDatabase } from '../../test/database.ts';
import { auditFindings } from '../../test/ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import { recordsIn } from '../../test/records.ts';
import { serviceActor } from '../access/audit-log.ts';
import { createSignIn, signInPath } from '../access/people/sign-in.ts';
import { loadConfig } from '../config.ts';
import { readFeeSchedules } from '../fees/schedules.ts';
import { countEndedOf } from '../ledger/count-ended.ts';
import { createLogger } from '../logging/logger.ts';
import type { Msisdn } from '../phone/msisdn.ts';
import { auditProofs } from '../proofs/audit.ts';
import { provenSealer } from '../secrets/proven-sealer.ts';
import type { EncryptionKey } from '../secrets/sealer.ts';
import { planDemo } from './plan.ts';
import { pricesOf } from './prices.ts';
import { seedDemo } from './seed-demo.ts';

const encryptionKeys: [EncryptionKey] = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
const settings = { NSIMBI_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` };
const password = 'three green mangoes';

/** What the command prints as JSON. */
interface Printed {
  readonly seed: number;
  readonly days: number;
  readonly password: string;
  readonly base_url: string;
  readonly businesses: readonly {
    readonly client_id: number;
    readonly name: string;
    readonly wallet_id: number;
    readonly phone: string;
    readonly balance: number;
    readonly transactions: number;
    readonly api_key: string;
    readonly people: readonly { readonly email: string; readonly role: string }[];
  }[];
}

async function openDatabase(): Promise<{ readonly database: TestDatabase; readonly terminal: Terminal }> {
  const database = await createTestDatabase();
  return { database, terminal: openTerminal(database, settings) };
}

describe('seven days of demo data', () => {
  let database: TestDatabase;
  let terminal: Terminal;
  let made: Printed;

  beforeAll(async () => {
    ({ database, terminal } = await openDatabase());
    [made] = (await terminal.ask('seed', '--demo', '--days', '7', '--seed', '3', '--password', password)) as [Printed];
  }, 120_000);
  afterAll(async () => {
    terminal.close();
    await database.drop();
  });

  async function count(sql: string, values: readonly unknown[] = []): Promise<number> {
    const { rows } = await database.pool.query<{ count: string }>(sql, [...values]);
    return Number(rows[0]?.count);
  }

  test('the audit finds nothing, and all of it can be proven', async () => {
    expect(await auditFindings(database.pool)).toEqual([]);
    await proveAll(database.pool, await proofKeyOf(database.pool));
    const findings = [];
    for await (const step of auditProofs(recordsIn(database.pool), '/nowhere/rounds.jsonl')) {
      if (step.is === 'finding') findings.push(step.finding);
    }
    expect(findings).toEqual([]);
    expect(await auditFindings(database.pool)).toEqual([]);
  });

  test('it prints three businesses with their money, people and keys', async () => {
    expect(made).toMatchObject({ seed: 3, days: 7, password });
    expect(made.businesses.map(({ name }) => name)).toEqual([
      'Kisasi Fresh Mart',
      'Bright Hill Primary School',
      'Pearl Boda Deliveries',
    ]);
    for (const { wallet_id: walletId, balance, transactions, api_key: apiKey, people } of made.businesses) {
      const { rows } = await database.pool.query('SELECT available::integer, mode FROM wallet WHERE wallet_id = $1', [
        walletId,
      ]);
      expect(rows).toEqual([{ available: balance, mode: 'test' }]);
      expect(await count('SELECT count(*) FROM transaction WHERE wallet_id = $1', [walletId])).toBe(transactions);
      expect(apiKey).toMatch(/^nsk_test_/);
      expect(people.map(({ role }) => role)).toEqual(
        expect.arrayContaining(['client_owner', 'client_finance', 'client_viewer']),
      );
    }
  });

  test('the times are those of the seven days, in the order of the numbers of each wallet', async () => {
    const { rows } = await database.pool.query<{ first_day: number; backward: string }>(
      `SELECT (clock_timestamp() AT TIME ZONE 'Africa/Kampala')::date - min((created_at AT TIME ZONE 'Africa/Kampala')::date) AS first_day,
              count(*) FILTER (WHERE created_at < before) AS backward
         FROM (SELECT created_at, lag(created_at) OVER (PARTITION BY wallet_id ORDER BY transaction_id) AS before
                 FROM transaction WHERE wallet_id = ANY ($1::bigint[])) AS one`,
      [made.businesses.map((business) => business.wallet_id)],
    );
    expect(rows).toEqual([{ first_day: 6, backward: '0' }]);
    expect(await count('SELECT count(*) FROM transaction WHERE created_at > clock_timestamp()')).toBe(0);
  });

  test('there is something of everything that the dashboard shows', async () => {
    const { rows } = await database.pool.query<{ type: string; status: string }>(
      `SELECT DISTINCT type, status FROM transaction WHERE wallet_id = ANY ($1::bigint[]) ORDER BY type, status`,
      [made.businesses.map((business) => business.wallet_id)],
    );
    const kinds = rows.map(({ type, status }) => `${type} ${status}`);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'adjustment completed',
        'collection completed',
        'collection failed',
        'deposit completed',
        'payment_received completed',
        'payment_sent completed',
        'payment_sent failed',
        'payment_sent pending',
        'withdrawal completed',
      ]),
    );
    expect(kinds.filter((kind) => kind.endsWith('processing'))).toEqual([]);
    const statuses = await database.pool.query<{ status: string }>('SELECT status FROM bulk_payout ORDER BY status');
    expect(statuses.rows.map(({ status }) => status)).toEqual(['awaiting_approval', 'finished']);
    const cases = await database.pool.query<{ resolution: string | null }>(
      'SELECT resolution FROM review_case ORDER BY review_case_id',
    );
    expect(cases.rows.map(({ resolution }) => resolution)).toEqual(['charged', null]);
    expect(await count(`SELECT count(*) FROM transaction WHERE failure_code = 'approval_rejected'`)).toBe(1);
    expect(await count('SELECT count(*) FROM submission')).toBe(0);
    for (const { wallet_id: walletId } of made.businesses)
      expect(await countEndedOf(database.pool, walletId)).toBe(true);
    expect(await count('SELECT count(*) FROM wallet_hour WHERE completed > 0')).toBeGreaterThan(20);
  });

  test('webhooks have deliveries, one of which failed and disabled its webhook; nothing waits to be sent', async () => {
    const { rows } = await database.pool.query<{ is_active: boolean; statuses: string[] }>(
      `SELECT is_active, array(SELECT DISTINCT status FROM delivery d WHERE d.webhook_id = w.webhook_id ORDER BY 1) AS statuses
         FROM webhook w ORDER BY webhook_id`,
    );
    expect(rows).toEqual([
      { is_active: true, statuses: ['delivered'] },
      { is_active: true, statuses: ['delivered'] },
      { is_active: false, statuses: expect.arrayContaining(['delivered', 'failed']) },
    ]);
    const failed = await database.pool.query<{ attempts: string }>(
      `SELECT count(*) AS attempts FROM delivery JOIN delivery_attempt USING (wallet_id, webhook_id, delivery_id)
        WHERE status = 'failed' GROUP BY delivery_id`,
    );
    expect(failed.rows).toEqual([{ attempts: '6' }]);
    expect(
      await count(
        'SELECT count(*) FROM delivery d WHERE NOT EXISTS (SELECT FROM event e WHERE e.wallet_id = d.wallet_id AND e.first_sequence = d.first_sequence AND e.transaction_id = d.transaction_id AND e.names[d.sequence - d.first_sequence + 1] = d.event_type)',
      ),
    ).toBe(0);
    expect(
      (await count('SELECT count(*) FROM event_fan_out')) + (await count('SELECT count(*) FROM delivery_due')),
    ).toBe(0);
    expect(await count('SELECT count(*) FROM wallet WHERE has_webhooks')).toBe(2);
  });

  test('only the ledger, and what shows it, has times in the past: the audit log says when it was made, and by which command', async () => {
    expect(await count(`SELECT count(*) FROM audit_log WHERE at < clock_timestamp() - interval '1 hour'`)).toBe(0);
    expect(await count(`SELECT count(*) FROM client WHERE created_at < clock_timestamp() - interval '1 hour'`)).toBe(0);
    const acts = await database.pool.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE action LIKE 'demo.%' ORDER BY audit_log_id`,
    );
    expect(acts.rows.map(({ action }) => action)).toEqual(['demo.begun', 'demo.completed']);
    const people = await database.pool.query<{ address: string | null }>(
      `SELECT DISTINCT address FROM audit_log WHERE actor LIKE '%.example'`,
    );
    expect(people.rows).toEqual([{ address: 'command line' }]);
  });

  test('its people sign in with the password, and the first administrator is there too', async () => {
    const baseUrl = 'http://127.0.0.1:4500';
    const signIn = createSignIn({
      pool: database.pool,
      logger: createLogger('silent'),
      encryptionKeys,
      baseUrl,
      sendPasswordLink: () => undefined,
      passwordWasSet: async () => undefined,
      secondFactorWasChanged: async () => undefined,
    });
    const statusOf = async (email: string, given: string) => {
      const request = new Request(`${baseUrl}${signInPath}/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: baseUrl },
        body: JSON.stringify({ email, password: given }),
      });
      return (await signIn.handler(request)).status;
    };
    for (const { people } of made.businesses) {
      for (const { email } of people) expect(await statusOf(email, password)).toBe(200);
    }
    expect(await statusOf('owner@bright-hill.example', 'another one here')).toBe(401);
    expect(await count(`SELECT count(*) FROM person WHERE platform_role = 'platform_administrator'`)).toBe(1);
  });

  test('a second run is refused, and changes nothing', async () => {
    const before = await count('SELECT count(*) FROM transaction');
    const again = await terminal.run('seed', '--demo');
    expect(again).toMatchObject({ exitCode: 1 });
    expect(again.errors.at(-1)).toMatch(
      /^nsimbi: this database has demo data already, made on .*; use an empty database/,
    );
    expect(await count('SELECT count(*) FROM transaction')).toBe(before);
  });
});

test('a run that is cut short, in the middle of a bulk payout, leaves books without a fault, and is not continued', async () => {
  const { database, terminal } = await openDatabase();
  onTestFinished(async () => {
    terminal.close();
    await database.drop();
  });
  const { pool, serving: target } = database;
  const config = loadConfig({ ...database.settings, NSIMBI_DATA_DIR: terminal.dataDir });
  const services = { pool, target, records: recordsIn(pool), config, sealer: await provenSealer(pool, encryptionKeys) };
  const priceOf = pricesOf(await readFeeSchedules(pool));
  const steps = planDemo({
    seed: 1,
    days: 7,
    nowMs: Date.now(),
    feeAt: (operation, amount, atMs) => priceOf(operation, amount, atMs).fee,
  });
  const cutAt = steps.findIndex((step) => step.is === 'end_bulk') - 3;
  expect(cutAt).toBeGreaterThan(0);
  const run = seedDemo(services, {
    ...{ seed: 1, days: 7, password, actor: serviceActor('test') },
    freePhones: async (count) => Array.from({ length: count }, (_, index) => `25676000000${index}` as Msisdn),
    onProgress: (written) => {
      if (written === cutAt) throw new Error('the power failed');
    },
  });
  await expect(run).rejects.toThrow('the power failed');
  expect(await auditFindings(pool)).toEqual([]);
  const again = await terminal.run('seed', '--demo');
  expect(again.errors.at(-1)).toMatch(/^nsimbi: an earlier run was cut short/);
});

test('two runs at once make the data once, and print how to sign in', async () => {
  const { database, terminal } = await openDatabase();
  onTestFinished(async () => {
    terminal.close();
    await database.drop();
  });
  const runs = await Promise.all(
    [1, 2].map((seed) => terminal.run('seed', '--demo', '--days', '7', '--seed', String(seed))),
  );
  expect(runs.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
  const { rows } = await database.pool.query(
    `SELECT count(*)::integer AS shops FROM client WHERE name = 'Kisasi Fresh Mart'`,
  );
  expect(rows).toEqual([{ shops: 1 }]);
  const lines = runs.find(({ exitCode }) => exitCode === 0)?.lines ?? [];
  expect(lines).toContainEqual(
    expect.stringMatching(/^owner@pearl-boda.example +Ronald Mugisha +Pearl Boda Deliveries +owner/),
  );
  expect(lines.at(-1)).toMatch(
    /^Sign in at http:\/\/127.0.0.1:4500 with one of these addresses and the password [\w-]{20}$/,
  );
});

describe('refusals', () => {
  async function refused(prepare: (database: TestDatabase) => Promise<unknown>, ...words: string[]) {
    const { database, terminal } = await openDatabase();
    onTestFinished(async () => {
      terminal.close();
      await database.drop();
    });
    await prepare(database);
    const said = await terminal.run('seed', ...words);
    expect(said.exitCode).toBe(1);
    const { rows } = await database.pool.query<{ clients: string }>(
      `SELECT count(*) AS clients FROM client WHERE name LIKE '%Mart%'`,
    );
    expect(rows).toEqual([{ clients: '0' }]);
    return said.errors.at(-1);
  }

  test('a database in which live mode was enabled', async () => {
    expect(await refused(enableLiveMode, '--demo')).toMatch(
      /^nsimbi: live mode was enabled in this database on .*; demo data has times in the past, which nobody may write beside real money/,
    );
  });

  test('a database in which a run was cut short', async () => {
    const begun = ({ pool }: TestDatabase) =>
      pool.query(
        `INSERT INTO audit_log (actor, action, subject, details) VALUES ('cli:root', 'demo.begun', 'service', '{}')`,
      );
    expect(await refused(begun, '--demo')).toMatch(
      /^nsimbi: an earlier run was cut short, begun on .*; use an empty database/,
    );
  });

  test('a database with a person of one of the addresses, who would get another password', async () => {
    const join = ({ pool }: TestDatabase) =>
      pool.query(`INSERT INTO person (id, email, name) VALUES ('p1', 'owner@bright-hill.example', 'Somebody')`);
    expect(await refused(join, '--demo')).toBe(
      'nsimbi: there is a person owner@bright-hill.example already, whom demo data needs; use another database',
    );
  });

  test('a database in which a client has a phone that would be paid', async () => {
    const create = async ({ pool }: TestDatabase) => {
      await pool.query(`INSERT INTO client (name, phone) VALUES ('Salon', '256770006001')`);
      await pool.query(
        `INSERT INTO wallet (mode, holder_name, phone, client_id) SELECT 'test', name, phone, client_id FROM client`,
      );
      await pool.query(
        `INSERT INTO wallet_phone (mode, phone, wallet_id) SELECT 'test', phone, wallet_id FROM wallet WHERE phone IS NOT NULL`,
      );
    };
    expect(await refused(create, '--demo', '--days', '40')).toBe(
      'nsimbi: a client here has the phone 256770006001, which demo data pays; use another seed or database',
    );
  });

  const nothing = async () => undefined;
  test.each([
    [['--demo', '--days', '3'], 'whole number from 7 to 366'],
    [['--demo', '--clients', '3'], 'cannot be used with option'],
    [['--demo', '--password', 'short'], '10 to 200 characters'],
    [['--clients', '3', '--days', '30'], 'nsimbi: --days belongs to --demo: give both, or neither'],
    [[], 'nsimbi: give --clients with their number, or --demo'],
  ] as const)('of the options %j', async (words, sentence) => {
    expect(await refused(nothing, ...words)).toContain(sentence);
  });
});
