import type pg from 'pg';
import type { Queryable } from '../../postgres/pool.ts';
import { type Command, numbersNeeded, plan, walletsOf } from '../commands/command.ts';
import { dependenciesOf } from '../commands/dependencies.ts';
import type { Plan } from '../plan/plan.ts';
import { readCases } from '../rows/review-case.ts';
import { readSystemAccounts } from '../rows/system-account.ts';
import { readWallets } from '../rows/wallet.ts';
import { connect } from './batch.ts';
import { readCommandState } from './read-state.ts';

/** Commands whose effect can be shown before they are written: those that lock nothing but wallets and review cases. */
export type PreviewedCommand = Extract<Command, { kind: 'resolve_case' | 'book_unknown_payment' }>;

/** A new transaction has its number only when it is written. */
const numberOfPreview = 0;

/**
 * What each of some commands would write if it alone were written now, decided by the function that decides it when it is written. Locks
 * and writes nothing, and takes no numbers: a new transaction has the number `numberOfPreview`. What is written later depends on what the
 * wallet has then.
 */
export async function previewPlans(pool: pg.Pool, commands: readonly PreviewedCommand[]): Promise<Plan[]> {
  const client = await connect(pool);
  try {
    // Everything is read as of one moment, so that a balance and a transaction fit together.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const plans = await plansOf(client, commands);
    await client.query('COMMIT');
    client.release();
    return plans;
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true);
    throw error;
  }
}

async function plansOf(db: Queryable, commands: readonly PreviewedCommand[]): Promise<Plan[]> {
  const systemAccounts = await readSystemAccounts(db);
  const wallets = await readWallets(db, [...new Set(commands.flatMap(walletsOf))]);
  const reviewCases = await readCases(db, dependenciesOf(commands).reviewCases);
  const read = await readCommandState(db, commands);
  const { nowMs, trustedNowMs } = await readClocks(db);
  const state = { ...read, nowMs, trustedNowMs, systemAccounts, wallets, reviewCases, sends: new Map() };
  return commands.map((command) => {
    const numbers = Array.from({ length: numbersNeeded(command) }, () => numberOfPreview);
    return plan(state, [{ command, numbers }]);
  });
}

async function readClocks(db: Queryable): Promise<{ readonly nowMs: number; readonly trustedNowMs: number }> {
  const { rows } = await db.query<{ now_ms: string; trusted_now_ms: string }>(
    `SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
            floor(extract(epoch FROM trusted_now()) * 1000)::bigint AS trusted_now_ms`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the server did not return the time');
  return { nowMs: Number(row.now_ms), trustedNowMs: Number(row.trusted_now_ms) };
}
