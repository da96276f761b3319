import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { compareBooks } from '../faults/soak/agreement.ts';
import { readOurTransactions } from '../faults/soak/our-books.ts';
import { waitUntil } from '../service/wait-until.ts';
import { runCampaign } from './campaign.ts';
import { checkLedger } from './checker.ts';
import { faultKinds } from './faults.ts';
import type { Attempt, CampaignRecord, Records } from './records.ts';
import type { Surroundings } from './surroundings.ts';
import type { Arrival } from './webhook-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'nsimbi-campaign-test-'));
// Started by root, the database runs as another user.
chmodSync(folder, 0o755);
const seed = 1;
const options = {
  ...{ operations: 300, processes: 2, seed, clients: 4, commit: 'test' },
  // Two of the quick ones happen.
  without: faultKinds.filter((kind) => kind !== 'backends' && kind !== 'kill'),
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A way to damage what the campaign left, and the rule that must name it. */
interface Damage {
  readonly what: string;
  readonly sql?: string;
  readonly records?: readonly CampaignRecord[];
  readonly arrivals?: (arrival: Arrival) => Arrival;
  readonly rule: string;
}

const onePayment = `(SELECT transaction_id FROM transaction WHERE type = 'payment_sent' AND route = 'internal' AND mode = 'live'
                       AND status = 'completed' AND starts_with(description, 'c${seed}-') ORDER BY transaction_id LIMIT 1)`;
const oneCollection = `(SELECT transaction_id FROM transaction WHERE type = 'collection' AND mode = 'live' AND status = 'completed'
                          ORDER BY transaction_id LIMIT 1)`;
const nextPayment = onePayment.replace('LIMIT 1', 'OFFSET 1 LIMIT 1');
const oneWallet = `(SELECT wallet_id FROM transaction WHERE transaction_id = ${onePayment})`;

const stranger = 900_000;
const begun = {
  is: 'begun',
  n: stranger,
  kind: 'payment',
  walletId: 1,
  token: `c${seed}-${stranger}`,
  amount: 1_000,
} as const;
const attempt: Attempt = {
  ...{ is: 'attempt', n: stranger, atMs: 0, tookMs: 1, isChanged: false },
  ...{ status: 200, code: null, transactionId: 77, hash: 'aaaa' },
};
const asked = { ...begun, path: '/api/v1/wallet/send-money' };
const refused: Attempt = { ...attempt, status: 422, code: 'insufficient_funds', transactionId: null };

const bulk = (status: string, row: string) => `
  WITH made AS (
    INSERT INTO bulk_payout (wallet_id, client_id, mode, name, form_key, fingerprint, status, row_count, amount, fees, maker)
    VALUES (${oneWallet}, 1, 'live', 'Wages', 'form', '', '${status}', 1, 500, 0, 'a') RETURNING bulk_payout_id)
  INSERT INTO bulk_payout_row (bulk_payout_id, row_no, line, phone, amount, fee, description, status, transaction_id)
  SELECT bulk_payout_id, 1, 1, '256770000001', 500, 0, 'Nobody', ${row} FROM made`;

const damages: readonly Damage[] = [
  {
    what: 'a shilling that comes from nowhere',
    sql: "UPDATE system_account SET balance = balance + 1 WHERE kind = 'bank' AND mode = 'live'",
    rule: 'money_is_conserved',
  },
  {
    what: 'a balance that its transfers do not make',
    sql: `UPDATE wallet SET available = available + 1 WHERE wallet_id = ${oneWallet}`,
    rule: 'balance_is_its_transfers',
  },
  {
    what: 'a transfer that leaves another balance',
    sql: `UPDATE transfer SET balance_after = balance_after + 1 WHERE transaction_id = ${onePayment} AND entry_no IS NOT NULL`,
    rule: 'balances_after_have_no_gap',
  },
  {
    what: 'an entry that is missing',
    sql: `UPDATE transfer SET entry_no = entry_no + 1 WHERE wallet_id = ${oneWallet}
             AND entry_no = (SELECT max(entry_no) FROM transfer WHERE wallet_id = ${oneWallet})`,
    rule: 'balances_after_have_no_gap',
  },
  {
    what: 'money held for nothing',
    sql: `UPDATE wallet SET held = held + 1 WHERE wallet_id = ${oneWallet}`,
    rule: 'held_is_what_waits',
  },
  {
    what: 'a transfer of another amount than its transaction',
    sql: `UPDATE transfer SET amount = amount + 1 WHERE transaction_id = ${onePayment}`,
    rule: 'transfers_do_what_the_status_says',
  },
  {
    what: 'a payment that did not arrive',
    sql: `DELETE FROM transaction WHERE type = 'payment_received' AND description =
            (SELECT description FROM transaction WHERE transaction_id = ${onePayment})`,
    rule: 'payments_have_two_legs',
  },
  {
    what: 'a payment that arrived and was not sent',
    sql: `DELETE FROM transaction WHERE transaction_id = ${onePayment}`,
    rule: 'payments_have_two_legs',
  },
  {
    what: 'two transactions of one key',
    sql: `UPDATE transaction SET description = (SELECT description FROM transaction WHERE transaction_id = ${onePayment})
           WHERE transaction_id = ${nextPayment}`,
    rule: 'one_effect_per_key',
  },
  {
    what: 'an acknowledged payment that is lost',
    sql: `DELETE FROM transaction WHERE transaction_id = ${onePayment}`,
    rule: 'acknowledged_is_there',
  },
  {
    what: 'an acknowledged payment of another amount',
    sql: `UPDATE transaction SET amount = amount + 1, net_amount = net_amount + 1 WHERE transaction_id = ${onePayment}`,
    rule: 'acknowledged_is_there',
  },
  {
    what: 'a failed payment that was answered and is lost',
    records: [asked, { ...attempt, status: 503, code: 'operator_unavailable' }],
    rule: 'failed_is_there',
  },
  {
    what: 'a refused request that moved money',
    sql: `UPDATE transaction SET description = '${begun.token}' WHERE transaction_id = ${onePayment}`,
    records: [asked, refused],
    rule: 'refused_did_nothing',
  },
  {
    what: 'a number of an unknown outcome that another request got',
    records: [asked, { ...attempt, status: 503, code: 'outcome_unknown', transactionId: -1 }],
    rule: 'unknown_id_is_its_own',
  },
  {
    what: 'a transaction that nobody asked for',
    sql: `UPDATE transaction SET description = NULL WHERE transaction_id = ${onePayment}`,
    rule: 'nothing_was_made_unasked',
  },
  {
    what: 'a payment without an end',
    sql: `UPDATE transaction SET status = 'processing', completed_at = NULL WHERE transaction_id = ${onePayment}`,
    rule: 'everything_ended',
  },
  { what: 'a bulk payout without an end', sql: bulk('running', "'waiting', NULL"), rule: 'bulk_payouts_ended' },
  {
    what: 'a row of a bulk payout without its payment',
    sql: bulk('finished', "'sent', 5"),
    rule: 'bulk_rows_are_paid_once',
  },
  {
    what: 'a final event that is missing',
    sql: `DELETE FROM event WHERE transaction_id = ${oneCollection} AND first_event_no > 1`,
    rule: 'events_are_in_order',
  },
  {
    what: 'events that are numbered with a gap',
    sql: `UPDATE event SET first_event_no = first_event_no + 1 WHERE transaction_id = ${oneCollection} AND first_event_no > 1`,
    rule: 'events_are_in_order',
  },
  {
    what: 'a final event that is there twice',
    sql: `UPDATE event SET names = names || names WHERE transaction_id = ${oneCollection} AND first_event_no > 1`,
    rule: 'events_are_in_order',
  },
  {
    what: 'a gap between events',
    sql: `UPDATE event SET first_sequence = first_sequence + 1 WHERE wallet_id = ${oneWallet}
             AND first_sequence = (SELECT max(first_sequence) FROM event WHERE wallet_id = ${oneWallet})`,
    rule: 'event_sequences_have_no_gap',
  },
  {
    what: 'an event that was not delivered',
    sql: 'DELETE FROM delivery WHERE delivery_id = (SELECT max(delivery_id) FROM delivery)',
    rule: 'events_are_delivered',
  },
  {
    what: 'a delivery that is recorded and never arrived',
    arrivals: (arrival) => ({ ...arrival, isTaken: false }),
    rule: 'deliveries_arrived',
  },
  {
    what: 'a delivery that nobody will send',
    sql: "UPDATE delivery SET status = 'pending', delivered_at = NULL WHERE delivery_id = (SELECT max(delivery_id) FROM delivery)",
    rule: 'ordered_deliveries_wait',
  },
  {
    what: 'an event that arrived before the earlier one of its transaction',
    sql: `UPDATE delivery SET sequence = -sequence WHERE (wallet_id, webhook_id) IN (SELECT wallet_id, webhook_id FROM webhook WHERE ordered)`,
    rule: 'ordered_deliveries_wait',
  },
  {
    what: 'a repeat with other bytes',
    records: [asked, attempt, { ...attempt, hash: 'bbbb' }],
    rule: 'answer_changed',
  },
  {
    what: 'a refusal after an acknowledgement',
    records: [asked, attempt, refused],
    rule: 'answer_changed',
  },
  {
    what: 'a key that was taken for another body',
    records: [asked, attempt, { ...attempt, isChanged: true }],
    rule: 'key_taken_for_another_body',
  },
  {
    what: 'an answer that no client expects',
    records: [asked, { ...attempt, status: 500 }],
    rule: 'unexpected_answer',
  },
];

test('a campaign that is paused and resumed finds nothing wrong, and names every damage that is done to its ledger', {
  timeout: 1_800_000,
}, async () => {
  const pause = new AbortController();
  const sitting = runCampaign(folder, options, { say: () => undefined, pause: pause.signal });
  await waitUntil('some operations have ended', () => endedSoFar() >= 60, 600_000);
  pause.abort();
  expect(await sitting).toEqual({ is: 'paused' });
  expect(endedSoFar()).toBeLessThan(options.operations);

  let isDamaged = false;
  const second = await runCampaign(folder, null, {
    say: () => undefined,
    pause: new AbortController().signal,
    look: async (surroundings, records) => {
      await expectDamagesToBeFound(surroundings, records);
      isDamaged = true;
    },
  });
  if (second.is !== 'complete') throw new Error('the campaign was paused again');
  expect(second.report.problems).toEqual([]);
  expect(isDamaged).toBe(true);
  const ended = Object.values(second.report.outcomes).flatMap((ofKind) => Object.values(ofKind));
  expect(ended.reduce((sum, count) => sum + count, 0)).toBe(options.operations);
});

function endedSoFar(): number {
  const file = join(folder, 'records.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('"is":"ended"').length - 1 : 0;
}

async function expectDamagesToBeFound(surroundings: Surroundings, records: Records): Promise<void> {
  const client = await surroundings.servers.connect();
  try {
    await client.query('SET search_path = nsimbi');
    for (const { what, sql, records: more = [], arrivals, rule } of damages) {
      const problems = await undone(client, async () => {
        if (sql !== undefined) expect((await client.query(sql)).rowCount, what).toBeGreaterThan(0);
        return await checkLedger(client, {
          seed,
          records: both(records.read(), await withRealNumber(client, more)),
          arrivals: mapped(surroundings.receiver.arrivals(), arrivals),
        });
      });
      expect(
        problems.map((problem) => problem.rule),
        what,
      ).toContain(rule);
    }
    await expectOtherBooksToBeFound(client, surroundings);
  } finally {
    await client.end();
  }
}

/** Every payment of an operator that is missing, is there twice, or is another one is named. */
async function expectOtherBooksToBeFound(client: pg.Client, surroundings: Surroundings): Promise<void> {
  const ours = await readOurTransactions(client);
  const { MTN, Airtel } = await surroundings.books();
  const one = MTN.find(({ paid }) => paid);
  if (one === undefined) throw new Error('MTN was paid nothing');
  const others = MTN.filter((payment) => payment !== one);
  for (const books of [
    others,
    [...others, { ...one, amount: one.amount + 1 }],
    [...MTN, { ...one, reference: 'another' }],
  ]) {
    const before = compareBooks(ours, { MTN, Airtel }).disagreements.length;
    expect(compareBooks(ours, { MTN: books, Airtel }).disagreements.length).toBeGreaterThan(before);
  }
}

/** Does something in a database transaction that is rolled back, without the rules that protect the ledger. */
async function undone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL session_replication_role = replica');
    return await work();
  } finally {
    await client.query('ROLLBACK');
  }
}

/** -1 stands for a transaction of the campaign. */
async function withRealNumber(
  client: pg.Client,
  records: readonly CampaignRecord[],
): Promise<readonly CampaignRecord[]> {
  const { rows } = await client.query<{ id: string }>(`SELECT ${nextPayment} AS id`);
  return records.map((record) =>
    record.is === 'attempt' && record.transactionId === -1 ? { ...record, transactionId: Number(rows[0]?.id) } : record,
  );
}

async function* both<T>(first: AsyncIterable<T>, then: readonly T[]): AsyncGenerator<T> {
  yield* first;
  yield* then;
}

async function* mapped<T>(all: AsyncIterable<T>, change: (one: T) => T = (one) => one): AsyncGenerator<T> {
  for await (const one of all) yield change(one);
}
