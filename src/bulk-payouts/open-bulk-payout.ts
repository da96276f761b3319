import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { actorOfCaller, type Caller, makerOf } from '../access/caller.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { type MoneyServices, refuseLive } from '../wallet/operation.ts';
import { type BulkPayout, readBulkPayout } from './bulk-payout.ts';
import { type CheckServices, checkBulk, type PayoutBounds } from './check-bulk.ts';

export interface BulkPayoutRequest {
  readonly name: string;
  readonly csv: string;
  /** The total that leaves the wallet, in shillings, as the check computed it and the person confirmed it. */
  readonly total_deducted: number;
  /** Whether another person must approve it even where the client's threshold does not require it. */
  readonly ask_approval?: boolean;
}

/** Statements of requests may take only some seconds, also on a busy machine. */
const rowsPerStatement = 1_000;

/**
 * Creates a bulk payout from a file. It begins at once, or waits for approval. The same form sent twice creates one.
 * @throws Refusal when a row is wrong, the cost has changed since the check, or the wallet cannot pay it now.
 */
export async function openBulkPayout(
  pool: pg.Pool,
  services: CheckServices & Pick<MoneyServices, 'approvalExpiryMs' | 'liveRefusal'>,
  caller: Caller,
  request: BulkPayoutRequest,
  form: IdempotentRequest,
  bounds: PayoutBounds,
): Promise<BulkPayout> {
  refuseLive(services, caller.mode);
  const earlier = await ofForm(pool, caller, form);
  if (earlier !== null) return earlier;
  const check = await checkBulk(pool, services, caller, request.csv, bounds);
  const [problem] = check.problems;
  if (problem !== undefined) throw invalidField('csv', `Line ${problem.line}: ${problem.reason}`);
  const total = check.amount + check.fees;
  if (total !== request.total_deducted) {
    throw invalidField('total_deducted', `The total is now ${total} shillings; check the file again.`);
  }
  if (check.frozen) throw new Refusal('wallet_frozen', 'This wallet is frozen; contact support.');
  const waits = check.needsApproval || request.ask_approval === true;
  if (!waits) refuseWhenShort(check.available, total);
  return await inDatabaseTransaction(pool, async (client) => {
    const { rows } = await client.query<{ bulk_payout_id: string }>(
      `INSERT INTO bulk_payout (wallet_id, client_id, mode, name, form_key, fingerprint, status, row_count, amount, fees,
                                maker, expires_at, begun_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
               CASE WHEN $7 = 'awaiting_approval' THEN trusted_now() + $12 * interval '1 millisecond' END,
               CASE WHEN $7 = 'running' THEN clock_timestamp() END)
       ON CONFLICT ON CONSTRAINT form_once DO NOTHING
       RETURNING bulk_payout_id`,
      [
        caller.walletId,
        caller.clientId,
        caller.mode,
        request.name,
        form.key,
        form.fingerprint,
        waits ? 'awaiting_approval' : 'running',
        check.rows.length,
        check.amount,
        check.fees,
        makerOf(caller),
        services.approvalExpiryMs,
      ],
    );
    const bulkPayoutId = rows[0]?.bulk_payout_id;
    if (bulkPayoutId === undefined) {
      const other = await ofForm(client, caller, form);
      if (other === null) throw new Error('a form that was sent twice has made nothing');
      return other;
    }
    for (let first = 0; first < check.rows.length; first += rowsPerStatement) {
      await client.query(
        `INSERT INTO bulk_payout_row (bulk_payout_id, row_no, line, phone, amount, fee, fee_schedule_id, description)
         SELECT $1, $3::integer + row_no, (value->>'line')::integer, value->>'phone', (value->>'amount')::bigint,
                (value->>'fee')::bigint, (value->>'feeScheduleId')::bigint, value->>'description'
           FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS given (value, row_no)`,
        [bulkPayoutId, JSON.stringify(check.rows.slice(first, first + rowsPerStatement)), first],
      );
    }
    await recordAudit(client, {
      actor: actorOfCaller(caller),
      action: 'bulk_payout.created',
      subject: `bulk_payout ${bulkPayoutId}`,
      details: { client_id: caller.clientId, mode: caller.mode, rows: check.rows.length, total, needs_approval: waits },
    });
    return await readBulkPayout(client, caller.walletId, Number(bulkPayoutId));
  });
}

/** A bulk payout that cannot be paid whole is not begun. @throws Refusal `insufficient_funds`. Amounts in shillings. */
export function refuseWhenShort(available: number, total: number): void {
  if (total <= available) return;
  throw new Refusal('insufficient_funds', `The wallet has ${available} shillings; this needs ${total}.`, {
    data: { available, needed: total },
  });
}

async function ofForm(
  db: pg.Pool | pg.PoolClient,
  caller: Caller,
  form: IdempotentRequest,
): Promise<BulkPayout | null> {
  const { rows } = await db.query<{ bulk_payout_id: string; fingerprint: string }>(
    'SELECT bulk_payout_id, fingerprint FROM bulk_payout WHERE wallet_id = $1 AND form_key = $2',
    [caller.walletId, form.key],
  );
  const [found] = rows;
  if (found === undefined) return null;
  if (found.fingerprint !== form.fingerprint) {
    const sentence =
      'This form was already sent with another file or name and created a bulk payout; check it before you create another.';
    throw new Refusal('idempotency_key_reused', sentence, { data: { bulk_payout_id: Number(found.bulk_payout_id) } });
  }
  return await readBulkPayout(db, caller.walletId, Number(found.bulk_payout_id));
}
