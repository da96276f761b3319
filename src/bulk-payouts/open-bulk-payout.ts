import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { actorOfCaller, type Caller, makerOf } from '../access/caller.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { type MoneyServices, refuseLive } from '../wallet/operation.ts';
import { type BulkProblem, readBulkFile } from './bulk-file.ts';
import { type BulkPayout, readBulkPayout } from './bulk-payout.ts';
import { type BulkCheck, type BulkDuplicate, type CheckServices, checkBulk, type PayoutBounds } from './check-bulk.ts';
import { type RequestedRow, requestedRows } from './requested-rows.ts';

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

/** How long a draft can be confirmed, in milliseconds: its fees are those of its creation. */
const draftMs = 24 * 3_600_000;

type OpeningServices = CheckServices & Pick<MoneyServices, 'approvalExpiryMs' | 'liveRefusal'>;

/**
 * Creates a bulk payout from a file. It begins at once, or waits for approval. The same form sent twice creates one.
 * @throws Refusal when a row is wrong, the cost has changed since the check, or the wallet cannot pay it now.
 */
export async function openBulkPayout(
  pool: pg.Pool,
  services: OpeningServices,
  caller: Caller,
  request: BulkPayoutRequest,
  form: IdempotentRequest,
  bounds: PayoutBounds,
): Promise<BulkPayout> {
  refuseLive(services, caller.mode);
  const earlier = await ofForm(pool, caller, form);
  if (earlier !== null) return earlier;
  const check = await checkBulk(pool, services, caller, await readBulkFile(request.csv), bounds);
  refuseProblems('csv', 'Line', check.problems.slice(0, 1));
  const total = check.amount + check.fees;
  if (total !== request.total_deducted) {
    throw invalidField('total_deducted', `The total is now ${total} shillings; check the file again.`);
  }
  if (check.frozen) throw new Refusal('wallet_frozen', 'This wallet is frozen; contact support.');
  const askApproval = request.ask_approval === true;
  const waits = check.needsApproval || askApproval;
  if (!waits) refuseWhenShort(check.available, total);
  return await inDatabaseTransaction(pool, async (client) => {
    const opensAs = waits ? 'awaiting_approval' : 'running';
    const { bulk } = await insertBulk(client, caller, check, {
      name: request.name,
      form,
      askApproval,
      retryOf: null,
      opensAs,
      approvalExpiryMs: services.approvalExpiryMs,
    });
    return bulk;
  });
}

/** What a program asks for: the payments in one of two forms. */
export interface BulkDraftRequest {
  readonly name: string;
  readonly rows?: readonly RequestedRow[];
  readonly csv?: string;
  readonly ask_approval?: boolean;
}

/** What a draft would do, beside what it keeps. */
export interface BulkDraft {
  readonly bulk: BulkPayout;
  /** Rows with the phone and amount of an earlier row; empty where the draft was made by an earlier request. */
  readonly duplicates: readonly BulkDuplicate[];
}

/**
 * Creates a bulk payout that nothing is paid of until it is confirmed. The same request with its key creates one.
 * @param form null where the request has no Idempotency-Key.
 * @throws Refusal that names every wrong row, up to a hundred.
 */
export async function draftBulkPayout(
  pool: pg.Pool,
  services: OpeningServices,
  caller: Caller,
  request: BulkDraftRequest,
  form: IdempotentRequest | null,
  bounds: PayoutBounds,
): Promise<BulkDraft> {
  refuseLive(services, caller.mode);
  const { name, rows, csv, ask_approval: askApproval = false } = request;
  if ((rows === undefined) === (csv === undefined)) {
    throw invalidField('rows', 'Send the payments as rows or as csv, and not as both.');
  }
  const own = form ?? { key: crypto.randomUUID(), fingerprint: '' };
  // A blank keeps it apart from the keys of forms and of retries.
  const keyed = { ...own, key: `api ${own.key}` };
  const earlier = await ofForm(pool, caller, keyed);
  if (earlier !== null) return { bulk: earlier, duplicates: [] };
  const file = csv === undefined ? requestedRows(rows ?? []) : await readBulkFile(csv);
  const check = await checkBulk(pool, services, caller, file, bounds);
  if (csv === undefined) refuseProblems('rows', 'Row', check.problems);
  else refuseProblems('csv', 'Line', check.problems);
  return await inDatabaseTransaction(pool, (client) =>
    insertBulk(client, caller, check, { name, form: keyed, askApproval, retryOf: null, opensAs: 'draft' }),
  );
}

/** What a bulk payout is besides its rows. */
type Opened = {
  readonly name: string;
  readonly form: IdempotentRequest;
  readonly askApproval: boolean;
  readonly retryOf: number | null;
} & (
  | { readonly opensAs: 'draft' }
  | { readonly opensAs: 'awaiting_approval' | 'running'; readonly approvalExpiryMs: number }
);

/** Writes a bulk payout with its rows, in the database transaction of the caller; the one that the same form has made, if there is one. */
export async function insertBulk(
  client: pg.PoolClient,
  caller: Caller,
  check: BulkCheck,
  opened: Opened,
): Promise<BulkDraft> {
  const { name, form, askApproval, retryOf, opensAs } = opened;
  const { rows } = await client.query<{ bulk_payout_id: string }>(
    `INSERT INTO bulk_payout (wallet_id, client_id, mode, name, form_key, fingerprint, status, row_count, amount, fees,
                              maker, api_key_id, ask_approval, retry_of, expires_at, begun_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
             CASE WHEN $7 <> 'running' THEN trusted_now() + $15 * interval '1 millisecond' END,
             CASE WHEN $7 = 'running' THEN clock_timestamp() END)
     ON CONFLICT ON CONSTRAINT form_once DO NOTHING
     RETURNING bulk_payout_id`,
    [
      caller.walletId,
      caller.clientId,
      caller.mode,
      name,
      form.key,
      form.fingerprint,
      opensAs,
      check.rows.length,
      check.amount,
      check.fees,
      makerOf(caller),
      caller.apiKeyId,
      askApproval,
      retryOf,
      opened.opensAs === 'draft' ? draftMs : opened.approvalExpiryMs,
    ],
  );
  const bulkPayoutId = rows[0]?.bulk_payout_id;
  if (bulkPayoutId === undefined) {
    const other = await ofForm(client, caller, form);
    if (other === null) throw new Error('a form that was sent twice has made nothing');
    return { bulk: other, duplicates: [] };
  }
  for (let first = 0; first < check.rows.length; first += rowsPerStatement) {
    await client.query(
      `INSERT INTO bulk_payout_row (bulk_payout_id, row_no, line, phone, amount, fee, fee_schedule_id,
                                    recipient_name, description, client_reference)
       SELECT $1, $3::integer + row_no, (value->>'line')::integer, value->>'phone', (value->>'amount')::bigint,
              (value->>'fee')::bigint, (value->>'feeScheduleId')::bigint, value->>'name', value->>'description', value->>'clientReference'
         FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS given (value, row_no)`,
      [bulkPayoutId, JSON.stringify(check.rows.slice(first, first + rowsPerStatement)), first],
    );
  }
  await recordAudit(client, {
    actor: actorOfCaller(caller),
    action: 'bulk_payout.created',
    subject: `bulk_payout ${bulkPayoutId}`,
    details: {
      client_id: caller.clientId,
      mode: caller.mode,
      rows: check.rows.length,
      total: check.amount + check.fees,
      needs_approval: opensAs === 'draft' ? check.needsApproval || askApproval : opensAs === 'awaiting_approval',
    },
  });
  return {
    bulk: await readBulkPayout(client, caller.walletId, Number(bulkPayoutId)),
    duplicates: check.duplicates,
  };
}

/** The number of wrong rows that are named in one refusal. */
const namedMax = 100;

/** @throws Refusal that names the rows that cannot be paid, where there are any. */
export function refuseProblems(field: string, place: 'Line' | 'Row', problems: readonly BulkProblem[]): void {
  if (problems.length === 0) return;
  const sentences = problems.map(({ line, reason }) => `${place} ${line}: ${reason}`);
  const [first = ''] = sentences;
  if (sentences.length === 1) throw invalidField(field, first);
  throw new Refusal(
    'invalid_request',
    `${sentences.length} rows cannot be paid; correct them and send the request again. ${first}`,
    { errors: { [field]: sentences.slice(0, namedMax) } },
  );
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
      'This form or Idempotency-Key was already sent with another content and created a bulk payout; check that before you create another.';
    throw new Refusal('idempotency_key_reused', sentence, { data: { bulk_payout_id: Number(found.bulk_payout_id) } });
  }
  return await readBulkPayout(db, caller.walletId, Number(found.bulk_payout_id));
}
