import type { Queryable } from '../postgres/pool.ts';
import { changeableRecords } from '../ledger/changeable-records.ts';
import type { AuditRule, Check } from './check.ts';
import { eventChecks } from './event-checks.ts';
import { readTransactionRanges, readWalletSteps, type StepSize, stepSize } from './steps.ts';
import { wrongSystemAccounts } from './system-accounts.ts';
import { totalChecks } from './total-checks.ts';
import { transactionChecks } from './transaction-checks.ts';
import { walletChecks } from './wallet-checks.ts';

/** A broken rule of the books, with the ids that a person needs to investigate it. */
export interface Finding {
  readonly rule: AuditRule;
  readonly detail: string;
}

export type AuditStep =
  | { readonly is: 'progress'; readonly walletsDone: number; readonly walletsTotal: number }
  | { readonly is: 'finding'; readonly finding: Finding };

/**
 * Proves the books: wallet by wallet in short statements, then the totals. Works while payments go on: a wallet and its
 * sums, or a transaction and its records, are read in one statement, so they are of one moment. Yields progress and
 * findings as it goes.
 */
export async function* audit(db: Queryable, size: StepSize = stepSize): AsyncGenerator<AuditStep> {
  const total = await db.query<{ count: string }>('SELECT count(*) FROM wallet');
  const walletsTotal = Number(total.rows[0]?.count ?? 0);
  let walletsDone = 0;
  for await (const step of readWalletSteps(db, size)) {
    for (const check of walletChecks) yield* run(db, check, step.walletIds);
    for await (const transactionIds of readTransactionRanges(db, step, size)) {
      for (const check of [...transactionChecks, ...eventChecks])
        yield* run(db, check, [...step.walletIds, ...transactionIds]);
    }
    walletsDone += step.wallets;
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

async function* run(db: Queryable, check: Check, values: readonly string[]): AsyncGenerator<AuditStep> {
  const { rows } = await db.query<{ detail: string }>(check.sql, [...values]);
  for (const { detail } of rows) yield { is: 'finding', finding: { rule: check.rule, detail } };
}
