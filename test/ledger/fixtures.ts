import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { audit } from '../../src/audit/audit.ts';
import { type AuditRule, rulesBySubject } from '../../src/audit/rules.ts';
import type { StepSize } from '../../src/audit/steps.ts';
import type { Records } from '../../src/history/records.ts';
import type { Adjust } from '../../src/ledger/commands/adjust.ts';
import type { OpenPayout } from '../../src/ledger/commands/open-payout.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { ugx } from '../../src/money/ugx.ts';
import type { Queryable } from '../../src/postgres/pool.ts';
import type { TestDatabase } from '../database.ts';
import { recordsIn } from '../records.ts';
import { topUp } from './books.ts';

export interface FixtureWallet {
  readonly walletId: number;
  readonly phone: string;
}

/** A test wallet with a phone and money that came through the ledger. */
export async function openWallet(
  { pool, target }: Pick<TestDatabase, 'pool' | 'target'>,
  name: string,
  phone: string,
  balance: number,
): Promise<FixtureWallet> {
  const { rows } = await pool.query<{ wallet_id: string }>(
    `INSERT INTO wallet (mode, holder_name, phone) VALUES ('test', $1, $2) RETURNING wallet_id`,
    [name, phone],
  );
  const walletId = Number(rows[0]?.wallet_id);
  await pool.query(`INSERT INTO wallet_phone (mode, phone, wallet_id) VALUES ('test', $1, $2)`, [phone, walletId]);
  if (balance > 0) {
    const writer = new Writer({ target });
    await writer.submit(topUp(walletId, balance));
    await writer.close();
  }
  return { walletId, phone };
}

/** A payment without a fee from one wallet here to another. */
export function paymentOf(from: FixtureWallet, to: FixtureWallet, amount: number): OpenPayout {
  return {
    ...payout(from, amount, 0, to.phone),
    feeScheduleId: 3,
    provider: 'MTN',
    route: { to: 'wallet', walletId: to.walletId },
  };
}

/** 500 shillings of a bank slip. */
export function depositOf({ walletId }: FixtureWallet, externalReference: string): Adjust {
  return { ...topUp(walletId, 500), externalReference };
}

/** A payment through an operator whose call is made now. */
export async function payoutOf(
  { pool }: TestDatabase,
  from: FixtureWallet,
  net: number,
  fee: number,
  phone = '256700999999',
): Promise<OpenPayout & { readonly route: { readonly to: 'operator' } }> {
  return {
    ...payout(from, net, fee, phone),
    feeScheduleId: 2,
    provider: 'Airtel',
    route: {
      to: 'operator',
      operatorAccountId: await operatorAccount(pool),
      reference: randomUUID(),
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 1_000,
    },
  };
}

/** The available balance of a wallet in shillings, as PostgreSQL prints it; undefined where there is no such wallet. */
export async function balanceOf(db: Queryable, { walletId }: FixtureWallet): Promise<string | undefined> {
  const { rows } = await db.query<{ available: string }>('SELECT available FROM wallet WHERE wallet_id = $1', [
    walletId,
  ]);
  return rows[0]?.available;
}

/** Broken rules, of everything that the audit reads; an empty list when all is well. */
export async function auditFindings(db: Queryable, size?: StepSize): Promise<{ rule: AuditRule; detail: string }[]> {
  return await findingsIn(recordsIn(db), size);
}

/** As `auditFindings`, of records that may have moved. */
export async function findingsIn(records: Records, size?: StepSize): Promise<{ rule: AuditRule; detail: string }[]> {
  const findings = [];
  for await (const step of audit(records, size === undefined ? {} : { size }))
    if (step.is === 'finding') findings.push(step.finding);
  return findings;
}

/** What the service writes around the ledger, and a test that uses the ledger alone does not. */
const rulesOfService: ReadonlySet<string> = new Set([
  ...Object.keys(rulesBySubject['Settings and parties']),
  ...Object.keys(rulesBySubject['Bookings and approvals']),
  'fee_is_of_its_schedule',
  'response_is_of_its_transaction',
  'resolved_case_has_its_act',
]);

/** Broken rules of books that a test has written with the ledger's writer, without a service around it. */
export async function ledgerFindings(db: Queryable, size?: StepSize): Promise<{ rule: AuditRule; detail: string }[]> {
  return ofLedger(await auditFindings(db, size));
}

/** Without the rules of what the service writes around the ledger. */
export function ofLedger(
  findings: readonly { rule: AuditRule; detail: string }[],
): { rule: AuditRule; detail: string }[] {
  return findings.filter(({ rule }) => !rulesOfService.has(rule));
}

async function operatorAccount(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ operator_account_id: number }>(
    `INSERT INTO operator_account (mode, operator, host, environment, api_user)
     VALUES ('test', 'Airtel', 'test', 'test', gen_random_uuid()::text) RETURNING operator_account_id`,
  );
  const id = rows[0]?.operator_account_id;
  if (id === undefined) throw new Error('no operator account was made');
  await pool.query(
    `INSERT INTO system_account (mode, kind, operator_account_id, normal)
     VALUES ('test', 'collection_float', $1, 'debit'), ('test', 'disbursement_float', $1, 'debit'),
            ('test', 'suspense', $1, 'credit')`,
    [id],
  );
  return id;
}

function payout(
  from: FixtureWallet,
  net: number,
  fee: number,
  phone: string,
): Omit<OpenPayout, 'route' | 'feeScheduleId' | 'provider'> {
  return {
    kind: 'open_payout',
    type: 'payment_sent',
    walletId: from.walletId,
    mode: 'test',
    gross: ugx(net + fee),
    fee: ugx(fee),
    net: ugx(net),
    description: null,
    apiKeyId: 1,
    apiTriggered: true,
    maker: 'api_key:1',
    idempotency: null,
    senderPaysFee: true,
    budgetLineage: null,
    approvalExpiresAfterMs: 604_800_000,
    recipientPhone: phone,
    recipientName: null,
  };
}
