import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { failure, topUp } from '../../test/ledger/books.ts';
import { ledgerFindings, openWallet, payoutOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { serviceActor } from '../access/audit-log.ts';
import { createClient } from '../access/clients.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { Resolution } from '../ledger/rows/review-case.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { ugx } from '../money/ugx.ts';
import { type FoundCase, findCase } from './cases.ts';
import { previewResolutions } from './preview-resolutions.ts';
import { resolveCase } from './resolve.ts';

let database: TestDatabase;
let writer: Writer;
let client: { readonly clientId: number; readonly walletId: number };

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  const created = await createClient(database.pool, {
    name: 'Kampala Traders',
    phone: '256772000009',
    actor: serviceActor('test'),
  });
  client = { clientId: created.clientId, walletId: created.wallets.test };
});
afterAll(async () => {
  await writer.close();
  await database.drop();
});

let wallets = 0;

/** A wallet with 100,000 shillings. */
async function newWallet() {
  wallets += 1;
  return await openWallet(database, `Wallet ${wallets}`, `2567720001${String(wallets).padStart(2, '0')}`, 100_000);
}

async function submit(command: Command): Promise<Outcome> {
  const outcome = await writer.submit(command);
  if (outcome.is === 'refused') throw new Error(outcome.refusal.code);
  return outcome;
}

async function theCase(condition: string, value: number): Promise<FoundCase> {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT review_case_id AS id FROM review_case WHERE ${condition} AND resolved_at IS NULL ORDER BY 1 DESC LIMIT 1`,
    [value],
  );
  const found = await findCase(recordsIn(database.pool), Number(rows[0]?.id));
  if (found === null) throw new Error('no case was opened');
  return found;
}

/** Settlements of one payment, in their order. */
type Word = 'failed' | number;

async function settled(opened: Outcome, walletId: number, words: readonly Word[]): Promise<FoundCase> {
  const transactionId = opened.is === 'done' ? opened.transaction.transactionId : 0;
  for (const word of words) {
    if (word === 'failed') await submit({ ...failure(opened), walletId } as Command);
    else {
      const paid = { is: 'succeeded', receipt: `R${transactionId}`, amount: ugx(word) } as const;
      await submit({ kind: 'settle', walletId, transactionId, word: paid });
    }
  }
  return await theCase('transaction_id = $1', transactionId);
}

/** A payout of 50,000 with a fee of 3,000, and what its operator reported; the wallet then has `left`. */
const payoutCase = (words: readonly Word[], left?: number) => async (): Promise<FoundCase> => {
  const wallet = await newWallet();
  const payout = await payoutOf(database, wallet, 50_000, 3_000);
  const opened = await submit(payout);
  const found = await settled(opened, wallet.walletId, words);
  if (left !== undefined) {
    const { rows } = await database.pool.query<{ available: string }>(
      'SELECT available FROM wallet WHERE wallet_id = $1',
      [wallet.walletId],
    );
    await submit(await payoutOf(database, wallet, Number(rows[0]?.available) - left, 0));
  }
  return found;
};

/** A collection of 50,000 with a fee of 2,500. */
const collectionCase = (words: readonly Word[]) => async (): Promise<FoundCase> => {
  const wallet = await newWallet();
  const { route } = await payoutOf(database, wallet, 1_000, 0);
  const opened = await submit({
    kind: 'open_collection',
    walletId: wallet.walletId,
    mode: 'test',
    ...{ gross: ugx(50_000), fee: ugx(2_500), net: ugx(47_500), feeScheduleId: 1, description: null, apiKeyId: 1 },
    ...{ apiTriggered: true, maker: 'api_key:1', idempotency: null, customerPhone: '256700000001', customerName: null },
    provider: 'Airtel',
    route,
  });
  return await settled(opened, wallet.walletId, words);
};

async function openedCase(kind: string, transaction: Outcome | null, walletId: number | null, found: object) {
  const transactionId = transaction?.is === 'done' ? transaction.transaction.transactionId : null;
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, operator_account_id, kind, claim, found, opened_at)
     VALUES ('test', $1, $2, CASE WHEN $2::bigint IS NULL THEN (SELECT max(operator_account_id) FROM operator_account) END,
             $3, $4, $5, clock_timestamp()) RETURNING review_case_id AS id`,
    [walletId, transactionId, kind, JSON.stringify(found), JSON.stringify(found)],
  );
  return await theCase('review_case_id = $1', Number(rows[0]?.id));
}

const unendedPayout = async (): Promise<FoundCase> => {
  const wallet = await newWallet();
  const opened = await submit(await payoutOf(database, wallet, 50_000, 3_000));
  return await openedCase('truth_deadline', opened, wallet.walletId, {});
};

let statementRows = 0;

const unknownPayment = (direction: 'in' | 'out') => async (): Promise<FoundCase> => {
  // Its operator account has a float.
  await payoutOf(database, { walletId: 0, phone: '' }, 1, 0);
  statementRows += 1;
  const found = { receipt: `S${statementRows}`, amount: 7_500, direction, status: 'succeeded' };
  return await openedCase('missing_here', null, null, found);
};

/** Everything in the ledger that a resolution can add or change. */
async function ledger() {
  const { rows: transfers } = await database.pool.query<{ key: string; debit: string; credit: string; amount: string }>(
    `SELECT concat(transaction_id, ' ', line) AS key, amount,
            CASE WHEN debit_account = 2 THEN 'house' ELSE coalesce(debited.kind, 'wallet') END AS debit,
            CASE WHEN credit_account = 2 THEN 'house' ELSE coalesce(credited.kind, 'wallet') END AS credit
       FROM transfer
       LEFT JOIN system_account debited ON debited.account_id = debit_account
       LEFT JOIN system_account credited ON credited.account_id = credit_account
      ORDER BY transaction_id, line`,
  );
  const { rows: events } = await database.pool.query<{ key: string; names: string[] }>(
    `SELECT concat(wallet_id, ' ', first_sequence) AS key, names FROM event WHERE wallet_id > 2
      ORDER BY transaction_id, first_event_no`,
  );
  const { rows: opened } = await database.pool.query<{ key: string; direction: string; amount: string; fee: string }>(
    `SELECT transaction_id::text AS key, direction, amount, fee_amount AS fee FROM transaction WHERE wallet_id > 2
      ORDER BY transaction_id`,
  );
  return { transfers, events, opened };
}

const added = <Row extends { readonly key: string }>(before: readonly Row[], after: readonly Row[]) => {
  const known = new Set(before.map(({ key }) => key));
  return after.filter(({ key }) => !known.has(key));
};

async function availableOf(walletId: number | undefined): Promise<bigint> {
  const { rows } = await database.pool.query<{ available: string }>(
    'SELECT available FROM wallet WHERE wallet_id = $1',
    [walletId],
  );
  return BigInt(rows[0]?.available ?? 0);
}

const cases: readonly [string, () => Promise<FoundCase>, readonly Resolution[]][] = [
  ['a payout that failed here and was paid', payoutCase(['failed', 50_000]), ['charged', 'returned', 'written_off']],
  ['the same where the wallet has too little', payoutCase(['failed', 50_000], 20_000), ['charged']],
  ['the same where the wallet has nothing', payoutCase(['failed', 50_000], 0), ['charged']],
  ['a completed payout that the operator took back', payoutCase([50_000, 'failed']), ['credited', 'returned', 'kept']],
  ['a payout of another amount', payoutCase([45_000]), ['charged', 'returned', 'written_off']],
  ['a payout without a final result', unendedPayout, ['completed', 'failed', 'dismissed']],
  ['a collection that failed here and was paid', collectionCase(['failed', 50_000]), ['credited', 'returned', 'kept']],
  ['a completed collection that was reversed', collectionCase([50_000, 'failed']), ['charged', 'written_off']],
  ['money that came in for nobody', unknownPayment('in'), ['credited', 'kept', 'dismissed']],
  ['money that went out for nobody', unknownPayment('out'), ['charged', 'written_off', 'dismissed']],
];

describe.each(cases)('the preview of %s', (_, openCase, resolutions) => {
  test.each(resolutions)('is what is booked when it is %s', async (resolution) => {
    if (resolution === 'charged') await submit(topUp(client.walletId, 7_500));
    const found = await openCase();
    const isNamed = found.transaction === null && (resolution === 'credited' || resolution === 'charged');
    const walletId = isNamed ? client.walletId : found.transaction?.walletId;
    const before = await ledger();
    const availableBefore = await availableOf(walletId);

    const effects = await previewResolutions(
      database.pool,
      recordsIn(database.pool),
      found,
      isNamed ? client.clientId : null,
    );
    const effect = effects.find((one) => one.resolution === resolution);
    expect(effect?.refusal).toBeNull();
    // Showing it writes nothing.
    expect(await ledger()).toEqual(before);

    const decision = {
      resolution,
      reason: 'Statement',
      maker: 'joan',
      approver: 'peter',
      actor: serviceActor('peter'),
    };
    await resolveCase(
      { pool: database.pool, records: recordsIn(database.pool), submit: (command) => writer.submit(command) },
      found,
      isNamed ? { ...decision, clientId: client.clientId } : decision,
    );
    const after = await ledger();
    const [correction] = added(before.opened, after.opened);
    const { reviewCaseId, transaction } = found;
    const statusAfter = (await findCase(recordsIn(database.pool), reviewCaseId))?.transaction?.status ?? null;
    expect(effect).toEqual({
      resolution,
      refusal: null,
      entries: added(before.transfers, after.transfers).map(({ debit, credit, amount }) => ({
        debit,
        credit,
        amount: BigInt(amount),
      })),
      status: statusAfter === transaction?.status ? null : statusAfter,
      correction:
        correction === undefined
          ? null
          : {
              direction: correction.direction,
              amount: BigInt(correction.amount),
              feeAmount: BigInt(correction.fee),
              netAmount: BigInt(correction.amount) - BigInt(correction.fee),
            },
      balanceChange: (await availableOf(walletId)) - availableBefore,
      events: added(before.events, after.events).flatMap(({ names }) => names),
      isDelivered: false,
    });
  });
});

test('a payment that cannot be charged says why before anybody proposes it', async () => {
  const found = await unknownPayment('out')();
  const poor = await createClient(database.pool, { name: 'Poor', phone: '256772000008', actor: serviceActor('test') });
  const effects = await previewResolutions(database.pool, recordsIn(database.pool), found, poor.clientId);
  expect(effects.find(({ resolution }) => resolution === 'charged')).toMatchObject({
    refusal: expect.stringContaining('available'),
    entries: [],
    events: [],
  });
  await expect(previewResolutions(database.pool, recordsIn(database.pool), found, 999_999)).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('resolutions that need a client are left out until one is named, and a resolved case has none', async () => {
  const found = await unknownPayment('in')();
  const names = async (one: FoundCase) =>
    (await previewResolutions(database.pool, recordsIn(database.pool), one, null)).map(({ resolution }) => resolution);
  expect(await names(found)).toEqual(['kept', 'dismissed']);
  expect(await names({ ...found, fitting: [] })).toEqual([]);
});

test('after all this the ledger agrees', async () => {
  const invented = ['review_case_is_of_its_transaction'];
  expect((await ledgerFindings(database.pool)).filter(({ rule }) => !invented.includes(rule))).toEqual([]);
});
