import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, openWallet, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import type { OpenPayout } from '../ledger/commands/open-payout.ts';
import type { Settlement } from '../ledger/commands/settle.ts';
import { countEndedOf } from '../ledger/count-ended.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { ugx } from '../money/ugx.ts';
import { readStatement, type StatementRow, statementRows } from './statement.ts';

let database: TestDatabase;
let writer: Writer;
let shop: FixtureWallet;
let neighbour: FixtureWallet;
let payout: OpenPayout;
const open: number[] = [];
const failedIds = new Set<number>();
let beganMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  beganMs = await nowMs();
  shop = await openWallet(database, 'Coffee Roasters', '256772000001', 10_000_000);
  neighbour = await openWallet(database, 'Neighbour', '256772000002', 10_000_000);
  payout = await payoutOf(database, shop, 1_000, 60);
});

afterAll(async () => {
  await writer.close();
  await database.drop();
});

type Act =
  | { readonly is: 'pay_out' | 'send' | 'receive'; readonly net: number; readonly fee: number }
  | { readonly is: 'settle'; readonly which: number; readonly word: 'succeeded' | 'failed' };

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({
      is: fc.constantFrom('pay_out' as const, 'send' as const, 'receive' as const),
      net: fc.integer({ min: 500, max: 9_000 }),
      fee: fc.integer({ min: 0, max: 600 }),
    }),
    fc.record({
      is: fc.constant('settle' as const),
      which: fc.nat(50),
      word: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
  ),
  { minLength: 1, maxLength: 12 },
);

test('a statement of any period leads from its opening to its closing balance by completed transactions alone', async () => {
  const moments = [beganMs];
  await fc.assert(
    fc.asyncProperty(acts, fc.nat(1_000), fc.nat(1_000), async (some, one, other) => {
      for (const act of some) await carryOut(act);
      moments.push(await nowMs());
      const at = (index: number) => moments[index % moments.length] ?? beganMs;
      const [fromMs, toMs] = [Math.min(at(one), at(other)), Math.max(at(one), at(other)) + 1];
      const period = { fromDay: '', toDay: '', fromMs, toMs };
      const statement = await readStatement(recordsIn(database.pool), shop.walletId, period);
      const rows: StatementRow[] = [];
      for await (const row of statementRows(recordsIn(database.pool), statement)) rows.push(row);

      expect(statement.closing).toBe(statement.opening + statement.moneyIn - statement.moneyOut);
      expect(rows.filter(({ transaction }) => failedIds.has(transaction.transactionId))).toEqual([]);
      const completed = await completedIn(fromMs, toMs);
      expect({ in: statement.moneyIn, out: statement.moneyOut, count: statement.rowCount }).toEqual(completed);
      const running = rows.map(({ balance }) => balance);
      const expected: bigint[] = [];
      for (const { moneyIn, moneyOut } of rows) {
        expected.push((expected.at(-1) ?? statement.opening) + moneyIn - moneyOut);
      }
      expect(running).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('a statement of everything ends with what the wallet has and holds, and its sums are those of the home page', async () => {
  const period = { fromDay: '', toDay: '', fromMs: beganMs - 60_000, toMs: (await nowMs()) + 60_000 };
  const statement = await readStatement(recordsIn(database.pool), shop.walletId, period);
  const wallet = await database.pool.query('SELECT available, held FROM wallet WHERE wallet_id = $1', [shop.walletId]);
  expect(statement.opening).toBe(0n);
  expect(statement.closing).toBe(BigInt(wallet.rows[0].available) + BigInt(wallet.rows[0].held));
  expect(statement.closingHeld).toBe(BigInt(wallet.rows[0].held));

  expect(await countEndedOf(database.pool, shop.walletId)).toBe(true);
  const home = await database.pool.query(
    `SELECT coalesce(sum(moved) FILTER (WHERE direction = 'in'), 0) AS moved_in,
            coalesce(sum(moved) FILTER (WHERE direction = 'out'), 0) AS moved_out
       FROM wallet_hour WHERE wallet_id = $1`,
    [shop.walletId],
  );
  expect(statement.moneyIn).toBe(BigInt(home.rows[0].moved_in));
  expect(statement.moneyOut).toBe(BigInt(home.rows[0].moved_out));
});

async function carryOut(act: Act): Promise<void> {
  if (act.is === 'settle') {
    const [transactionId] = open.splice(act.which % Math.max(1, open.length), 1);
    if (transactionId === undefined) return;
    const word: Settlement =
      act.word === 'succeeded'
        ? { is: 'succeeded', receipt: null, amount: null }
        : {
            is: 'failed',
            receipt: null,
            failure: { stage: 'settlement', code: 'operator_failed', reason: 'Refused.' },
          };
    const outcome = await writer.submit({ kind: 'settle', walletId: shop.walletId, transactionId, word });
    expect(outcome.is).toBe('done');
    if (act.word === 'failed') failedIds.add(transactionId);
    return;
  }
  const { net, fee } = act;
  const command: OpenPayout =
    act.is === 'pay_out'
      ? {
          ...payout,
          gross: ugx(net + fee),
          net: ugx(net),
          fee: ugx(fee),
          route: { ...(payout.route as object), reference: crypto.randomUUID() } as OpenPayout['route'],
        }
      : act.is === 'send'
        ? paymentOf(shop, neighbour, net)
        : paymentOf(neighbour, shop, net);
  const outcome = await writer.submit(command);
  if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
  if (act.is === 'pay_out') open.push(outcome.transaction.transactionId);
}

/** What the transactions themselves say was completed. */
async function completedIn(fromMs: number, toMs: number): Promise<{ in: bigint; out: bigint; count: number }> {
  const { rows } = await database.pool.query(
    `SELECT coalesce(sum(net_amount) FILTER (WHERE direction = 'in'), 0) AS moved_in,
            coalesce(sum(amount) FILTER (WHERE direction = 'out'), 0) AS moved_out, count(*)::integer AS count
       FROM transaction
      WHERE wallet_id = $1 AND status = 'completed'
        AND completed_at >= to_timestamp($2::double precision / 1000)
        AND completed_at < to_timestamp($3::double precision / 1000)`,
    [shop.walletId, fromMs, toMs],
  );
  return { in: BigInt(rows[0].moved_in), out: BigInt(rows[0].moved_out), count: rows[0].count };
}

async function nowMs(): Promise<number> {
  const { rows } = await database.pool.query('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS ms');
  return Number(rows[0].ms);
}
