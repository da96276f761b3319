import type { Queryable } from '../postgres/pool.ts';
import type { Work } from './work.ts';

/** The records of before the proofs, which are proven step by step: the table `proof_history`. */

type Phase = 'transactions' | 'events' | 'responses' | 'audit_log' | 'done';

/** After which record the next step begins. */
export interface HistoryCursor {
  readonly phase: Phase;
  readonly afterWallet: string;
  readonly afterId: string;
  readonly afterKey: string;
}

export interface HistoryStep {
  readonly work: Work;
  readonly before: HistoryCursor;
  readonly after: HistoryCursor;
}

const nextPhase: Readonly<Record<Phase, Phase>> = {
  transactions: 'events',
  events: 'responses',
  responses: 'audit_log',
  audit_log: 'done',
  done: 'done',
};

const nothing: Work = { transactions: [], events: [], responses: [], auditLogIds: [] };

/** The next step; null when the history is proven. @param limit how many records a step has at most. */
export async function readHistoryStep(db: Queryable, limit: number): Promise<HistoryStep | null> {
  const { rows } = await db.query<HistoryCursor>(
    `SELECT phase, after_wallet AS "afterWallet", after_id AS "afterId", after_key AS "afterKey" FROM proof_history`,
  );
  const before = rows[0];
  if (before === undefined || before.phase === 'done') return null;
  const { work, last } = await readStep(db, before, limit);
  const after =
    last === null
      ? { phase: nextPhase[before.phase], afterWallet: '0', afterId: '0', afterKey: '' }
      : { ...before, ...last };
  return { work, before, after };
}

/** Whether all records of before the proofs are proven. */
export async function isHistoryProven(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ phase: Phase }>('SELECT phase FROM proof_history');
  return rows[0]?.phase === 'done';
}

/** Moves the cursor. @throws Error where another process has moved it. */
export async function moveCursor(db: Queryable, { before, after }: HistoryStep): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE proof_history SET phase = $1, after_wallet = $2, after_id = $3, after_key = $4
      WHERE phase = $5 AND after_wallet = $6 AND after_id = $7 AND after_key = $8`,
    [...fieldsOf(after), ...fieldsOf(before)],
  );
  if (rowCount !== 1) throw new Error('history was proven by another process meanwhile');
}

function fieldsOf({ phase, afterWallet, afterId, afterKey }: HistoryCursor): string[] {
  return [phase, afterWallet, afterId, afterKey];
}

interface Step {
  readonly work: Work;
  /** The last record; null when there was none. */
  readonly last: Partial<HistoryCursor> | null;
}

async function readStep(db: Queryable, cursor: HistoryCursor, limit: number): Promise<Step> {
  const { phase, afterWallet, afterId, afterKey } = cursor;
  if (phase === 'transactions') {
    const { rows } = await db.query<{ wallet_id: string; transaction_id: string }>(
      `SELECT wallet_id, transaction_id FROM transaction WHERE (wallet_id, transaction_id) > ($1, $2)
        ORDER BY wallet_id, transaction_id LIMIT $3`,
      [afterWallet, afterId, limit],
    );
    const transactions = rows.map((row) => ({
      walletId: Number(row.wallet_id),
      transactionId: Number(row.transaction_id),
    }));
    const last = rows.at(-1);
    return {
      work: { ...nothing, transactions },
      last: last === undefined ? null : { afterWallet: last.wallet_id, afterId: last.transaction_id },
    };
  }
  if (phase === 'events') {
    const { rows } = await db.query<{ wallet_id: string; first_sequence: string; transaction_id: string }>(
      `SELECT wallet_id, first_sequence, transaction_id FROM event WHERE (wallet_id, first_sequence) > ($1, $2)
        ORDER BY wallet_id, first_sequence LIMIT $3`,
      [afterWallet, afterId, limit],
    );
    const events = rows.map((row) => ({
      walletId: Number(row.wallet_id),
      transactionId: Number(row.transaction_id),
      firstSequence: Number(row.first_sequence),
    }));
    const last = rows.at(-1);
    return {
      work: { ...nothing, events },
      last: last === undefined ? null : { afterWallet: last.wallet_id, afterId: last.first_sequence },
    };
  }
  if (phase === 'responses') {
    const { rows } = await db.query<{ wallet_id: string; key: string }>(
      `SELECT wallet_id, key FROM idempotency_key WHERE (wallet_id, key) > ($1, $2) ORDER BY wallet_id, key LIMIT $3`,
      [afterWallet, afterKey, limit],
    );
    const responses = rows.map((row) => ({ walletId: Number(row.wallet_id), key: row.key }));
    const last = rows.at(-1);
    return {
      work: { ...nothing, responses },
      last: last === undefined ? null : { afterWallet: last.wallet_id, afterKey: last.key },
    };
  }
  const { rows } = await db.query<{ audit_log_id: string }>(
    'SELECT audit_log_id FROM audit_log WHERE audit_log_id > $1 ORDER BY audit_log_id LIMIT $2',
    [afterId, limit],
  );
  const last = rows.at(-1);
  return {
    work: { ...nothing, auditLogIds: rows.map(({ audit_log_id }) => Number(audit_log_id)) },
    last: last === undefined ? null : { afterId: last.audit_log_id },
  };
}
