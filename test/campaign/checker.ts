import type pg from 'pg';
import { type Answers, type Asked, readAnswers } from './answers.ts';
import type { CampaignRecord, Problem } from './records.ts';
import { opening } from './surroundings.ts';
import type { Arrival } from './webhook-receiver.ts';

/** What the checker compares with the ledger. */
export interface Evidence {
  readonly seed: number;
  readonly records: AsyncIterable<CampaignRecord>;
  readonly arrivals: AsyncIterable<Arrival>;
}

/** How many problems of a rule are named; the rest are of the same kind. */
const namedMax = 20;

/**
 * Compares the ledger with itself and with what the clients recorded. Its statements are its own: it shares no code with the
 * audit of the service.
 * @param client a connection that may create temporary tables, to a database that nothing else changes.
 */
export async function checkLedger(client: pg.Client, evidence: Evidence): Promise<readonly Problem[]> {
  await client.query('SET search_path = nsimbi');
  const answers = await readAnswers(evidence.records);
  await loadAnswers(client, answers);
  await loadArrivals(client, evidence.arrivals);
  await client.query('DROP TABLE IF EXISTS effect');
  // CREATE TABLE AS takes no parameters; a seed is a number.
  await client.query(`
    CREATE TEMP TABLE effect AS
      SELECT split_part(description, ' ', 1) AS token, * FROM transaction
       WHERE mode = 'live' AND starts_with(description, 'c${evidence.seed}-')`);
  await client.query('CREATE INDEX ON effect (token); CREATE INDEX ON effect (description); ANALYZE effect');
  const problems: Problem[] = [...answers.problems];
  for (const [rule, sql] of Object.entries(rules)) {
    const { rows } = await client.query<{ detail: string }>(`SELECT detail FROM (${sql}) found LIMIT ${namedMax}`);
    problems.push(...rows.map(({ detail }): Problem => ({ is: 'problem', rule, detail })));
  }
  return problems;
}

async function loadAnswers(client: pg.Client, { asked, claimed }: Answers): Promise<void> {
  await client.query(`
    DROP TABLE IF EXISTS asked, claimed;
    CREATE TEMP TABLE asked (n integer PRIMARY KEY, token text NOT NULL UNIQUE, kind text NOT NULL, wallet_id bigint NOT NULL,
      amount bigint NOT NULL, path text, transaction_id bigint, is_acknowledged boolean NOT NULL, is_refused boolean NOT NULL);
    CREATE TEMP TABLE claimed (n integer NOT NULL, transaction_id bigint NOT NULL)`);
  for (const part of partsOf([...asked.values()])) {
    const column = <Value>(read: (one: Asked) => Value) => part.map(read);
    await client.query(
      `INSERT INTO asked SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[],
                                              $7::bigint[], $8::boolean[], $9::boolean[])`,
      [
        column(({ n }) => n),
        column(({ token }) => token),
        column(({ kind }) => kind),
        column(({ walletId }) => walletId),
        column(({ amount }) => amount),
        column(({ path }) => path),
        column(({ transactionId }) => transactionId),
        column(({ isAcknowledged }) => isAcknowledged),
        column(({ isRefused }) => isRefused),
      ],
    );
  }
  for (const part of partsOf(claimed)) {
    await client.query('INSERT INTO claimed SELECT * FROM unnest($1::integer[], $2::bigint[])', [
      part.map(({ n }) => n),
      part.map(({ transactionId }) => transactionId),
    ]);
  }
  await client.query('ANALYZE asked; ANALYZE claimed');
}

async function loadArrivals(client: pg.Client, arrivals: AsyncIterable<Arrival>): Promise<void> {
  await client.query(`
    DROP TABLE IF EXISTS arrival;
    CREATE TEMP TABLE arrival (no serial, delivery_id text NOT NULL, event_id text NOT NULL, hash text NOT NULL, is_taken boolean NOT NULL)`);
  const all: Arrival[] = [];
  for await (const arrival of arrivals) all.push(arrival);
  for (const part of partsOf(all)) {
    await client.query(
      'INSERT INTO arrival (delivery_id, event_id, hash, is_taken) SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[])',
      [
        part.map(({ deliveryId }) => deliveryId),
        part.map(({ eventId }) => eventId),
        part.map(({ hash }) => hash),
        part.map(({ isTaken }) => isTaken),
      ],
    );
  }
  await client.query('CREATE INDEX ON arrival (delivery_id); ANALYZE arrival');
}

function* partsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < all.length; first += 10_000) yield all.slice(first, first + 10_000);
}

/** Balance that each account says it has. System accounts have a balance and changes that are not folded into it yet. */
const said = `
  SELECT wallet_id AS account, mode, available AS balance FROM wallet
   UNION ALL
  SELECT account_id, mode, balance + coalesce((SELECT sum(amount) FROM system_account_delta d
                                                WHERE d.account_id = a.account_id), 0)
    FROM system_account a`;

/** Each statement finds what breaks its rule, one sentence in `detail` for each. */
const rules: Readonly<Record<string, string>> = {
  money_is_conserved: `
    SELECT format('all accounts of %s add up to %s', mode, sum(balance)) AS detail
      FROM (${said}) said GROUP BY mode HAVING sum(balance) <> 0`,

  balance_is_its_transfers: `
    SELECT format('account %s has %s, its transfers add up to %s', account, said.balance, coalesce(moved.balance, 0)) AS detail
      FROM (${said}) said
      LEFT JOIN (SELECT account, sum(amount) AS balance
                   FROM (SELECT credit_account AS account, amount FROM transfer
                          UNION ALL SELECT debit_account, -amount FROM transfer) lines
                  GROUP BY account) moved USING (account)
     WHERE said.balance <> coalesce(moved.balance, 0)`,

  balances_after_have_no_gap: `
    SELECT format('wallet %s: entry %s leaves %s, but %s and %s make %s', wallet_id, entry_no, balance_after, before, change,
                  before + change) AS detail
      FROM (SELECT wallet_id, entry_no, balance_after,
                   CASE WHEN credit_account = wallet_id THEN amount ELSE -amount END AS change,
                   lag(balance_after, 1, 0::bigint) OVER w AS before, lag(entry_no, 1, 0::bigint) OVER w AS entry_before
              FROM transfer WHERE entry_no IS NOT NULL WINDOW w AS (PARTITION BY wallet_id ORDER BY entry_no)) chain
     WHERE balance_after <> before + change OR entry_no <> entry_before + 1`,

  held_is_what_waits: `
    SELECT format('wallet %s holds %s, what waits adds up to %s', w.wallet_id, held, coalesce(waits, 0)) AS detail
      FROM wallet w
      LEFT JOIN (SELECT wallet_id, sum(amount) AS waits FROM transaction
                  WHERE direction = 'out' AND status IN ('pending', 'processing') GROUP BY wallet_id) open USING (wallet_id)
     WHERE held <> coalesce(waits, 0)`,

  transfers_do_what_the_status_says: `
    SELECT format('transaction %s (%s, %s, %s) changed its wallet by %s', transaction_id, type, status, amount,
                  coalesce(changed, 0)) AS detail
      FROM transaction t
      LEFT JOIN (SELECT wallet_id, transaction_id,
                        sum(CASE wallet_id WHEN credit_account THEN amount WHEN debit_account THEN -amount ELSE 0 END) AS changed
                   FROM transfer GROUP BY wallet_id, transaction_id) moved USING (wallet_id, transaction_id)
     WHERE mode = 'live' AND wallet_id IN (SELECT wallet_id FROM wallet WHERE client_id IS NOT NULL)
       AND coalesce(changed, 0) <> CASE WHEN status = 'failed' THEN 0 WHEN direction = 'out' THEN -amount
                                        WHEN status = 'completed' THEN net_amount ELSE 0 END`,

  payments_have_two_legs: `
    SELECT format('payment %s of %s from wallet %s to wallet %s was received %s times', sent.transaction_id, sent.net_amount,
                  sent.wallet_id, sent.counterparty_wallet_id, count(received.transaction_id)) AS detail
      FROM effect sent
      LEFT JOIN effect received
             ON received.description = sent.description AND received.type = 'payment_received'
            AND received.wallet_id = sent.counterparty_wallet_id AND received.counterparty_wallet_id = sent.wallet_id
            AND received.amount = sent.net_amount
     WHERE sent.type = 'payment_sent' AND sent.route = 'internal'
     GROUP BY sent.transaction_id, sent.net_amount, sent.wallet_id, sent.counterparty_wallet_id, sent.status
    HAVING count(received.transaction_id) <> CASE sent.status WHEN 'completed' THEN 1 ELSE 0 END
    UNION ALL
    SELECT format('wallet %s received %s in transaction %s, which nobody sent', received.wallet_id, received.amount,
                  received.transaction_id)
      FROM effect received
     WHERE received.type = 'payment_received'
       AND NOT EXISTS (SELECT FROM effect sent
                        WHERE sent.description = received.description AND sent.type = 'payment_sent'
                          AND sent.wallet_id = received.counterparty_wallet_id AND sent.status = 'completed')`,

  one_effect_per_key: `
    SELECT format('%s made %s transactions of type %s: %s', token, count(*), min(type), string_agg(transaction_id::text, ', ')) AS detail
      FROM effect GROUP BY token, description, type = 'payment_received' HAVING count(*) > 1`,

  acknowledged_is_there: `
    SELECT format('%s was acknowledged as transaction %s of %s and %s', asked.token, asked.transaction_id, asked.amount,
                  CASE WHEN effect.transaction_id IS NULL THEN 'is not there'
                       ELSE format('is transaction %s, a %s of %s', effect.transaction_id, effect.type, effect.amount) END) AS detail
      FROM asked LEFT JOIN effect ON effect.token = asked.token AND effect.type <> 'payment_received'
     WHERE asked.is_acknowledged
       AND (effect.wallet_id = asked.wallet_id
            AND effect.transaction_id = coalesce(asked.transaction_id, effect.transaction_id)
            AND asked.amount = CASE WHEN effect.type IN ('payment_sent', 'withdrawal') THEN effect.net_amount ELSE effect.amount END
            AND effect.type = CASE WHEN asked.path IS NULL THEN effect.type
                                   WHEN asked.path LIKE '%/send-money' THEN 'payment_sent'
                                   WHEN asked.path LIKE '%/withdraw/%' THEN 'withdrawal'
                                   WHEN asked.path LIKE '%/refund' THEN 'refund' ELSE 'collection' END) IS NOT TRUE`,

  failed_is_there: `
    SELECT format('%s was answered as transaction %s, which is not there', token, transaction_id) AS detail
      FROM asked
     WHERE transaction_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM effect WHERE effect.token = asked.token AND effect.transaction_id = asked.transaction_id)`,

  refused_did_nothing: `
    SELECT format('%s (%s) was refused, and made transaction %s', token, kind, effect.transaction_id) AS detail
      FROM asked JOIN effect USING (token) WHERE asked.is_refused`,

  unknown_id_is_its_own: `
    SELECT format('transaction %s was promised to %s and belongs to %s', claimed.transaction_id, asked.token,
                  coalesce(split_part(t.description, ' ', 1), 'another')) AS detail
      FROM claimed JOIN asked USING (n) JOIN transaction t ON t.transaction_id = claimed.transaction_id
     WHERE split_part(t.description, ' ', 1) IS DISTINCT FROM asked.token`,

  nothing_was_made_unasked: `
    SELECT format('transaction %s of wallet %s, a %s of %s, was asked for by nobody', transaction_id, t.wallet_id, type, t.amount) AS detail
      FROM transaction t
     WHERE mode = 'live' AND wallet_id IN (SELECT wallet_id FROM wallet WHERE client_id IS NOT NULL)
       AND NOT EXISTS (SELECT FROM asked WHERE asked.token = split_part(t.description, ' ', 1))
       AND NOT (type = 'deposit' AND amount = ${opening})`,

  everything_ended: `
    SELECT format('transaction %s of wallet %s, a %s created at %s, is still %s and no person looks at it', transaction_id, wallet_id,
                  type, created_at, status) AS detail
      FROM transaction t
     WHERE status IN ('pending', 'processing')
       AND NOT EXISTS (SELECT FROM review_case c WHERE c.transaction_id = t.transaction_id AND c.resolved_at IS NULL)`,

  bulk_payouts_ended: `
    SELECT format('bulk payout %s (%s) is %s with rows %s', bulk_payout_id, name, b.status, string_agg(DISTINCT r.status, ', ')) AS detail
      FROM bulk_payout b JOIN bulk_payout_row r USING (bulk_payout_id)
     GROUP BY bulk_payout_id
    HAVING b.status IN ('awaiting_approval', 'running') OR bool_or(r.status = 'waiting')
    UNION ALL
    SELECT format('%s made %s bulk payouts', min(name), count(*)) FROM bulk_payout GROUP BY form_key HAVING count(*) > 1`,

  bulk_rows_are_paid_once: `
    SELECT format('row %s of bulk payout %s (%s, %s) has %s transactions of its amount', r.row_no, bulk_payout_id, r.status, r.amount,
                  count(t.transaction_id)) AS detail
      FROM bulk_payout b JOIN bulk_payout_row r USING (bulk_payout_id)
      LEFT JOIN effect t ON t.wallet_id = b.wallet_id AND t.description = r.description AND t.net_amount = r.amount
                        AND t.type = 'payment_sent'
     GROUP BY bulk_payout_id, r.row_no, r.status, r.amount
    HAVING count(t.transaction_id) <> CASE r.status WHEN 'sent' THEN 1 ELSE 0 END`,

  events_are_in_order: `
    SELECT format('transaction %s (%s, %s) has the events %s', t.transaction_id, t.type, t.status, coalesce(e.names, 'none')) AS detail
      FROM transaction t
      LEFT JOIN (SELECT wallet_id, transaction_id, string_agg(no || ':' || name, ' ' ORDER BY sequence) AS names,
                        array_agg(no ORDER BY sequence) AS numbers, (array_agg(name ORDER BY sequence))[1] AS first,
                        count(*) FILTER (WHERE name = 'transaction.created') AS created,
                        count(*) FILTER (WHERE name = 'transaction.completed') AS completed,
                        count(*) FILTER (WHERE name = 'transaction.failed') AS failed
                   FROM (SELECT wallet_id, transaction_id, name, first_event_no + place - 1 AS no,
                                first_sequence + place - 1 AS sequence
                           FROM event, unnest(names) WITH ORDINALITY AS one (name, place)) named
                  GROUP BY wallet_id, transaction_id) e USING (wallet_id, transaction_id)
     WHERE mode = 'live'
       AND (e.first = 'transaction.created' AND e.created = 1
            AND e.numbers = ARRAY(SELECT generate_series(1, cardinality(e.numbers))::bigint)
            AND e.completed = (t.status = 'completed')::integer AND e.failed = (t.status = 'failed')::integer) IS NOT TRUE`,

  event_sequences_have_no_gap: `
    SELECT format('wallet %s: event %s follows %s', wallet_id, first_sequence, last_before) AS detail
      FROM (SELECT wallet_id, first_sequence,
                   lag(first_sequence + cardinality(names) - 1, 1, 0::bigint)
                     OVER (PARTITION BY wallet_id ORDER BY first_sequence) AS last_before
              FROM event) chain
     WHERE first_sequence <> last_before + 1`,

  events_are_delivered: `
    SELECT format('event evt_%s_%s (%s) of wallet %s has %s deliveries, %s of them delivered', e.transaction_id, e.no, e.name, wallet_id,
                  count(d.delivery_id), count(d.delivered_at)) AS detail
      FROM (SELECT wallet_id, transaction_id, name, first_event_no + place - 1 AS no, first_sequence + place - 1 AS sequence,
                   created_at
              FROM event, unnest(names) WITH ORDINALITY AS one (name, place)) e
      JOIN webhook w USING (wallet_id)
      LEFT JOIN delivery d USING (wallet_id, webhook_id, sequence)
     WHERE e.name = ANY (w.events) AND EXISTS (SELECT FROM asked JOIN transaction t ON split_part(t.description, ' ', 1) = asked.token
                                                WHERE t.wallet_id = e.wallet_id AND t.transaction_id = e.transaction_id)
     GROUP BY e.transaction_id, e.no, e.name, wallet_id, w.webhook_id
    HAVING count(d.delivery_id) <> 1 OR count(d.delivered_at) <> 1`,

  deliveries_arrived: `
    SELECT format('delivery %s of event evt_%s_%s is recorded as delivered and never arrived', d.delivery_id, d.transaction_id,
                  d.event_no) AS detail
      FROM delivery d
     WHERE d.status = 'delivered'
       AND NOT EXISTS (SELECT FROM arrival a WHERE a.delivery_id = d.delivery_id::text AND a.is_taken
                          AND a.event_id = format('evt_%s_%s', d.transaction_id, d.event_no))
    UNION ALL
    SELECT format('event %s arrived with %s different bodies', event_id, count(DISTINCT hash))
      FROM arrival GROUP BY event_id HAVING count(DISTINCT hash) > 1`,

  ordered_deliveries_wait: `
    SELECT format('delivery %s of an ordered webhook arrived before delivery %s of the same transaction was accepted', later.delivery_id,
                  earlier.delivery_id) AS detail
      FROM webhook w
      JOIN delivery earlier USING (wallet_id, webhook_id)
      JOIN delivery later USING (wallet_id, webhook_id, transaction_id)
     WHERE w.ordered AND later.sequence > earlier.sequence
       AND (SELECT min(no) FROM arrival WHERE delivery_id = later.delivery_id::text)
           < (SELECT min(no) FROM arrival WHERE delivery_id = earlier.delivery_id::text AND is_taken)
    UNION ALL
    SELECT format('delivery %s is pending, and neither due nor waiting for another', delivery_id)
      FROM delivery
     WHERE status = 'pending'
       AND delivery_id NOT IN (SELECT delivery_id FROM delivery_due
                                UNION ALL SELECT one.delivery_id FROM delivery_due CROSS JOIN LATERAL unnest(waiting) AS one)`,
};
