import type pg from 'pg';
import { onBehalfOfClient, recordAudit } from '../access/audit-log.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Ugx } from '../money/ugx.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { DemoClient } from './parties.ts';
import type { Price } from './prices.ts';
import type { BulkRowPlan, Step } from './steps.ts';

/** A bulk payout while the history is written. */
export interface OpenBulk {
  readonly bulkPayoutId: number;
  readonly owner: DemoClient;
  readonly plan: Extract<Step, { is: 'open_bulk' }>;
  /** Shillings that leave the wallet. */
  readonly total: Ugx;
  /** The transaction of each row that was sent, by row number. */
  readonly sent: Map<number, number>;
}

/** Somebody of a business, whose act this command enters. */
export function actorOf(email: string, { clientId }: DemoClient): Actor {
  return { name: email, onBehalfOf: onBehalfOfClient(clientId), address: 'command line', session: null };
}

/**
 * Writes a bulk payout that waits for approval, as src/bulk-payouts does, with the time of its step.
 * @param expiresAfterMs how long from now it can be approved, in milliseconds.
 */
export async function openBulk(
  pool: pg.Pool,
  owner: DemoClient,
  plan: Extract<Step, { is: 'open_bulk' }>,
  priceOf: (row: BulkRowPlan) => Price,
  expiresAfterMs: number,
): Promise<OpenBulk> {
  const rows = plan.rows.map((row) => ({ ...row, ...priceOf(row) }));
  const sum = (part: 'amount' | 'fee') => rows.reduce((total, row) => total + row[part], 0n);
  const total = (sum('amount') + sum('fee')) as Ugx;
  const bulkPayoutId = await inDatabaseTransaction(pool, async (db) => {
    const inserted = await db.query<{ id: string }>(
      `INSERT INTO bulk_payout (wallet_id, client_id, mode, name, form_key, fingerprint, status, row_count, amount, fees, maker,
                                ask_approval, created_at, expires_at)
       VALUES ($1, $2, 'test', $3, $4, '', 'awaiting_approval', $5, $6, $7, $8, true, to_timestamp($9::float8 / 1000),
               trusted_now() + $10 * interval '1 millisecond')
       RETURNING bulk_payout_id AS id`,
      [
        owner.wallets.test,
        owner.clientId,
        plan.name,
        `demo ${plan.bulk}`,
        rows.length,
        sum('amount'),
        sum('fee'),
        plan.maker,
        plan.atMs,
        expiresAfterMs,
      ],
    );
    const id = Number(inserted.rows[0]?.id);
    await db.query(
      `INSERT INTO bulk_payout_row (bulk_payout_id, row_no, line, phone, amount, fee, fee_schedule_id, recipient_name, description,
                                    client_reference)
       SELECT $1, row_no, row_no + 1, value->>'phone', (value->>'amount')::bigint, (value->>'fee')::bigint,
              (value->>'fee_schedule_id')::bigint, value->>'name', value->>'description', value->>'reference'
         FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS given (value, row_no)`,
      [
        id,
        JSON.stringify(
          rows.map(({ phone, name, amount, fee, feeScheduleId, description, reference }) => ({
            ...{ phone, name, description, reference, fee_schedule_id: feeScheduleId },
            ...{ amount: String(amount), fee: String(fee) },
          })),
        ),
      ],
    );
    const details = {
      client_id: owner.clientId,
      mode: 'test',
      rows: rows.length,
      total: Number(total),
      needs_approval: true,
    };
    const actor = actorOf(plan.maker, owner);
    await recordAudit(db, { actor, action: 'bulk_payout.created', subject: `bulk_payout ${id}`, details });
    return id;
  });
  return { bulkPayoutId, owner, plan, total, sent: new Map() };
}

/** Writes that a second person approved a bulk payout and all of its rows were sent. */
export async function endBulk(pool: pg.Pool, bulk: OpenBulk, begunAtMs: number, endedAtMs: number): Promise<void> {
  const { bulkPayoutId, owner, plan, total, sent } = bulk;
  const { approver } = plan;
  if (approver === null || sent.size !== plan.rows.length)
    throw new Error(`the bulk payout ${plan.bulk} has not ended`);
  await inDatabaseTransaction(pool, async (db) => {
    await db.query(
      `UPDATE bulk_payout_row r
          SET status = 'sent', transaction_id = new.transaction_id, begun_at = to_timestamp($4::float8 / 1000), tries = 1
         FROM unnest($2::integer[], $3::bigint[]) AS new (row_no, transaction_id)
        WHERE r.bulk_payout_id = $1 AND r.row_no = new.row_no`,
      [bulkPayoutId, [...sent.keys()], [...sent.values()], begunAtMs],
    );
    await db.query(
      `UPDATE bulk_payout
          SET status = 'finished', approver = $2, begun_at = to_timestamp($3::float8 / 1000), ended_at = to_timestamp($4::float8 / 1000)
        WHERE bulk_payout_id = $1`,
      [bulkPayoutId, approver, begunAtMs, endedAtMs],
    );
    const details = { client_id: owner.clientId, mode: 'test', rows: plan.rows.length, total: Number(total) };
    const actor = actorOf(approver, owner);
    await recordAudit(db, { actor, action: 'bulk_payout.approved', subject: `bulk_payout ${bulkPayoutId}`, details });
  });
}
