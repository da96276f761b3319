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
/** The steps meet, from the lowest id to the highest: a row of a wallet that is not there lies in one of them. */
const lowestId = '-9223372036854775808';
const highestId = '9223372036854775807';

/**
 * Proves the books: wallet by wallet in short statements, then the totals. Works while payments go on: a wallet and its
 * records are read in one statement, so they are of one moment. Yields progress and findings as it goes.
 */
export async function* audit(db: Queryable): AsyncGenerator<AuditStep> {
  const total = await db.query<{ count: string }>('SELECT count(*) FROM wallet');
  const walletsTotal = Number(total.rows[0]?.count ?? 0);
  let walletsDone = 0;
  for (let after = lowestId, upTo: string; after !== highestId; after = upTo) {
    const { rows } = await db.query<{ wallet_id: string }>(
      'SELECT wallet_id FROM wallet WHERE wallet_id > $1 ORDER BY wallet_id LIMIT $2',
      [after, walletsPerStep],
    );
    upTo = (rows.length === walletsPerStep && rows.at(-1)?.wallet_id) || highestId;
    for (const check of walletChecks) yield* run(db, check, [after, upTo]);
    walletsDone += rows.length;
    yield { is: 'progress', walletsDone, walletsTotal };
  }
  for (const check of totalChecks) yield* run(db, check, []);
  for (const detail of await wrongSystemAccounts(db)) {
    yield { is: 'finding', finding: { rule: 'system_account_is_its_transfers', detail } };
  }
  for (const privilege of await changeableRecords(db)) {
    const finding = { rule: 'records_cannot_be_changed', detail: `the service may ${privilege}` } as const;
    yield { is: 'finding', finding };
  }
}

async function* run(db: Queryable, check: Check, values: unknown[]): AsyncGenerator<AuditStep> {
  const { rows } = await db.query<{ detail: string }>(check.sql, values);
  for (const { detail } of rows) yield { is: 'finding', finding: { rule: check.rule, detail } };
}
