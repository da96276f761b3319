import type pg from 'pg';
import type { Queryable } from '../postgres/pool.ts';
import { type AuditRule, type Check, totalChecks, walletChecks } from './audit-checks.ts';
import { wrongSystemAccounts } from './audit-totals.ts';
import { changeableRecords } from './changeable-records.ts';

/** A broken rule of the books, with the ids that a person needs to look at it. */
export interface Finding {
  readonly rule: AuditRule;
  readonly detail: string;
}

export type AuditStep =
  | { readonly is: 'progress'; readonly walletsDone: number; readonly walletsTotal: number }
  | { readonly is: 'finding'; readonly finding: Finding };

/** Wallets looked at in one short statement, so that no snapshot stays open while payments go on. */
const walletsPerStep = 200;

/**
 * Proves the books: wallet by wallet in short statements, then the totals. Works while payments go on: a wallet and its
 * records are read in one statement, so they are of one moment. Yields progress and findings as it goes.
 */
export async function* audit(pool: pg.Pool): AsyncGenerator<AuditStep> {
  const total = await pool.query<{ count: string }>('SELECT count(*) FROM wallet');
  const walletsTotal = Number(total.rows[0]?.count ?? 0);
  let walletsDone = 0;
  for (let after = 0; ; ) {
    const { rows } = await pool.query<{ wallet_id: string }>(
      'SELECT wallet_id FROM wallet WHERE wallet_id > $1 ORDER BY wallet_id LIMIT $2',
      [after, walletsPerStep],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    const upTo = Number(last.wallet_id);
    for (const check of walletChecks) yield* run(pool, check, [after, upTo]);
    after = upTo;
    walletsDone += rows.length;
    yield { is: 'progress', walletsDone, walletsTotal };
  }
  for (const check of totalChecks) yield* run(pool, check, []);
  for (const detail of await wrongSystemAccounts(pool)) {
    yield { is: 'finding', finding: { rule: 'system_account_is_its_transfers', detail } };
  }
  for (const privilege of await changeableRecords(pool)) {
    const finding = { rule: 'records_cannot_be_changed', detail: `the service may ${privilege}` } as const;
    yield { is: 'finding', finding };
  }
}

async function* run(db: Queryable, check: Check, values: unknown[]): AsyncGenerator<AuditStep> {
  const { rows } = await db.query<{ detail: string }>(check.sql, values);
  for (const { detail } of rows) yield { is: 'finding', finding: { rule: check.rule, detail } };
}
