import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { run } from '../../test/postgres-server.ts';
import { migrate } from '../postgres/migrate.ts';
import { createPool } from '../postgres/pool.ts';

/**
 * Migration 25 stores the responses that the program before it rendered from the row at each repeat. The rows are inserted here as
 * that program wrote them, and the bytes are compared with what JSON.stringify made of them there.
 */

const migrations = join(import.meta.dirname, '../../migrations');

let database: TestDatabase;
let folder: string;
/** As the owner of the tables. */
let owner: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  await run(database.target, 'DROP SCHEMA nsimbi CASCADE');
  folder = await mkdtemp(join(tmpdir(), 'nsimbi-migrations-'));
  const before = (file: string) => file === migrations || basename(file) < '0025';
  await cp(migrations, folder, { recursive: true, filter: before });
  await migrate(database.target, folder);
  owner = createPool(database.target, { applicationName: 'nsimbi test', max: 1 });
  await owner.query('SET ROLE nsimbi_owner');
  await owner.query('SELECT ensure_partitions()');
  for (const row of rows) await insert(row);
  await migrate(database.target);
});
afterAll(async () => {
  await owner.end();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

interface Row {
  readonly key: string;
  readonly transactionId: number;
  readonly type: 'payment_sent' | 'deposit' | 'withdrawal' | 'collection';
  readonly route: 'internal' | 'house' | 'external';
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly fee: number;
  readonly net: number;
  readonly senderPaysFee: boolean | null;
  readonly description: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly balanceAfter: number | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
  /** What was stored with the key. */
  readonly answer: { readonly status: number; readonly text: string } | null;
}

const payment: Row = {
  key: 'plain',
  transactionId: 101,
  type: 'payment_sent',
  route: 'internal',
  status: 'completed',
  fee: 0,
  net: 5_000,
  senderPaysFee: true,
  description: null,
  name: 'Kampala Books',
  phone: '256772000001',
  balanceAfter: 95_000,
  createdAt: '2026-11-22T21:00:00.000Z',
  completedAt: '2026-11-22T21:00:00.000Z',
  answer: null,
};

const deposit: Row = {
  ...payment,
  key: 'fund',
  transactionId: 120,
  type: 'deposit',
  route: 'house',
  net: 1_000_000,
  senderPaysFee: null,
  description: 'Test money',
  name: null,
  phone: null,
  balanceAfter: 1_095_000,
};

/** All characters that a text of PostgreSQL can have and JavaScript writes as one unit. */
const everyUnit = Array.from({ length: 0x10000 }, (_, unit) => unit)
  .filter((unit) => unit > 0 && (unit < 0xd800 || unit > 0xdfff))
  .map((unit) => String.fromCharCode(unit))
  .join('');

const names = {
  'double quotes': 'Matooke "fresh"',
  'slashes and backslashes': 'back\\slash and a sl/ash, \\N \\u0041',
  'short escapes': 'line\nbreak\r\ttab \b\f',
  'other control characters': '\u0001\u0002\u000b\u001b\u001f',
  'DEL and C1': '\u007f \u0080\u009f',
  'line separators and a byte-order mark': '\u2028\u2029\ufeff',
  'emoji that are surrogate pairs': '🍌 👩‍👩‍👧 🇺🇬',
  'other scripts': 'Ŋ ɓ ñ é 中文 العربية ಕನ್ನಡ',
  'what SQL, format and arrays escape': "' ` $1 %s || {} []",
  'no character': '',
  'every character of the basic plane': everyUnit,
};

const completed: Row[] = [
  payment,
  { ...payment, key: 'fee on top', transactionId: 102, fee: 300, balanceAfter: 9_007_199_254_740_991 },
  { ...payment, key: 'recipient pays', transactionId: 103, fee: 300, net: 700, senderPaysFee: false, balanceAfter: 0 },
  { ...payment, key: 'described', transactionId: 104, description: 'Rent "May"\n\\ \u2028 🏠 \u007f' },
  {
    ...payment,
    key: 'bulk 7 19',
    transactionId: 105,
    createdAt: '2026-11-01T00:00:00.999Z',
    completedAt: '2026-11-01T00:00:00.999Z',
  },
  {
    ...payment,
    key: 'dashboard person-1 form',
    transactionId: 106,
    createdAt: '2026-02-28T23:59:59.001Z',
    completedAt: '2026-02-28T23:59:59.001Z',
  },
  { ...payment, key: 'without a name', transactionId: 107, name: null },
  ...Object.entries(names).map(([of, name], index) => ({ ...payment, key: of, transactionId: 108 + index, name })),
];

const stored = { status: 200, text: '{"stored":"before"}' };
const kept: Row[] = [
  // Waited for approval when it was answered.
  { ...payment, key: 'waits', transactionId: 130, status: 'pending', completedAt: null, answer: stored },
  { ...payment, key: 'approved', transactionId: 131, completedAt: '2026-11-23T08:00:00.000Z', answer: stored },
  { ...payment, key: 'before migration 18', transactionId: 132, answer: stored },
  {
    ...payment,
    key: 'external',
    transactionId: 133,
    route: 'external',
    answer: { status: 422, text: '{"failed":true}' },
  },
];
const waiting: Row[] = [
  { ...payment, key: 'external waits', transactionId: 140, route: 'external', status: 'processing', completedAt: null },
  { ...payment, key: 'external ended', transactionId: 141, route: 'external' },
  { ...payment, key: 'withdrawal', transactionId: 142, type: 'withdrawal', route: 'external' },
  { ...payment, key: 'collection', transactionId: 143, type: 'collection', route: 'external' },
];
const rows = [...completed, deposit, ...kept, ...waiting];

async function insert(row: Row): Promise<void> {
  const isExternal = row.route === 'external';
  await owner.query(
    `INSERT INTO nsimbi.transaction (wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount,
            net_amount, sender_pays_fee, description, counterparty_phone, counterparty_name, external_reference,
            api_triggered, balance_after, transfer_count, event_count, created_at, completed_at)
     VALUES (77, $1, 'test', $2, $3, $4, $5, $6::bigint + $7, $6, $7, $8, $9, $10, $11, $12, true, $13, 2, 4, $14, $15)`,
    [
      row.transactionId,
      row.type,
      row.type === 'deposit' || row.type === 'collection' ? 'in' : 'out',
      row.route,
      row.status,
      row.fee,
      row.net,
      row.senderPaysFee,
      row.description,
      row.phone,
      row.name,
      isExternal ? `reference ${row.transactionId}` : null,
      row.balanceAfter,
      row.createdAt,
      row.completedAt,
    ],
  );
  await owner.query(
    `INSERT INTO nsimbi.idempotency_key (wallet_id, key, fingerprint, transaction_id, answer_due_at, answer_status, answer,
            created_at)
     VALUES (77, $1, 'same', $2, $3::timestamptz + interval '8 s', $4, $5, $3)`,
    [row.key, row.transactionId, row.createdAt, row.answer?.status ?? null, row.answer?.text ?? null],
  );
}

async function responseOf({ key }: Row): Promise<{ status: number | null; body: string | null }> {
  const found = await database.pool.query<{ status: number | null; body: string | null }>(
    'SELECT response_status AS status, response AS body FROM idempotency_key WHERE wallet_id = 77 AND key = $1',
    [key],
  );
  return found.rows[0] ?? { status: null, body: null };
}

const second = (time: string) => Math.floor(Date.parse(time) / 1000);

/** The body of send-money as the program of migration 24 rendered it at each repeat. */
function sentOnce(row: Row): string {
  return JSON.stringify({
    success: true,
    message: 'The money was sent.',
    data: {
      transaction_id: row.transactionId,
      reference: `SM_${second(row.createdAt)}_${row.transactionId}`,
      recipient_name: row.name,
      recipient_phone: row.phone,
      amount_sent: row.net,
      fee_amount: row.fee,
      total_deducted: row.net + row.fee,
      transfer_type: 'internal',
      status: 'completed',
      requires_approval: false,
      new_balance: row.balanceAfter,
      external_reference: null,
      created_at: row.createdAt,
      completed_at: row.completedAt,
    },
  });
}

describe('migration 25', () => {
  test.each(completed)('stores the response of a payment between two wallets: $key', async (row) => {
    expect(await responseOf(row)).toEqual({ status: 200, body: sentOnce(row) });
  });

  test('stores the response of test money', async () => {
    expect(await responseOf(deposit)).toEqual({
      status: 200,
      body: JSON.stringify({
        success: true,
        message: 'The test money is in the wallet.',
        data: {
          transaction_id: deposit.transactionId,
          reference: `DEP_${second(deposit.createdAt)}_${deposit.transactionId}`,
          amount: deposit.net,
          new_balance: deposit.balanceAfter,
          created_at: deposit.createdAt,
        },
      }),
    });
  });

  test.each(kept)('leaves a response that is stored: $key', async (row) => {
    expect(await responseOf(row)).toEqual({ status: row.answer?.status, body: row.answer?.text });
  });

  test.each(waiting)('leaves a response to an operator’s answer, or to the time when it is due: $key', async (row) => {
    expect(await responseOf(row)).toEqual({ status: null, body: null });
  });

  test('renames the columns, so that an older program that still runs cannot use a key without storing its response', async () => {
    const columns = 'wallet_id, key, fingerprint, transaction_id, answer_due_at, answer_status, answer, created_at';
    await expect(
      database.pool.query(
        `INSERT INTO idempotency_key (${columns}) VALUES (77, 'late', 'f', 1, now(), NULL, NULL, now())`,
      ),
    ).rejects.toMatchObject({ code: '42703' });
  });
});
