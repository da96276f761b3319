import type { Caller } from '../access/caller.ts';
import { feeOf, splitPayout } from '../fees/fee.ts';
import { ugx, ugxToJson } from '../money/ugx.ts';
import { msisdn } from '../phone/msisdn.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { MoneyServices } from '../wallet/operation.ts';
import { type PayingPower, readPayingPower } from '../wallet/paying-power.ts';
import { notServedSentence } from '../wallet/phone.ts';
import type { BulkFile, BulkFileRow, BulkProblem } from './bulk-file.ts';

/** A row that may be sent. Amounts in shillings; the recipient gets the amount, and the fee is added to it. */
export interface BulkRowToSend extends BulkFileRow {
  readonly fee: number;
  /** The schedule of the fee. */
  readonly feeScheduleId: number;
}

/** A row with the phone and amount of an earlier row: often a mistake, sometimes intended. */
export interface BulkDuplicate {
  readonly line: number;
  readonly sameAsLine: number;
  readonly phone: string;
  readonly amount: number;
}

/** The effect of a file, as far as it is known before anything moves. Amounts in shillings. */
export interface BulkCheck {
  readonly rows: readonly BulkRowToSend[];
  readonly problems: readonly BulkProblem[];
  readonly duplicates: readonly BulkDuplicate[];
  readonly amount: number;
  readonly fees: number;
  /** Whether another person has to approve it, by the client's threshold. */
  readonly needsApproval: boolean;
  /** The wallet's available balance now. */
  readonly available: number;
  readonly frozen: boolean;
}

export type CheckServices = Pick<MoneyServices, 'feeBook' | 'recipients' | 'operators' | 'prefixes'>;

/** The bounds of a payout, in shillings. */
export interface PayoutBounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** Phones that are looked up at a time, so that a long file leaves room for others. */
const phonesPerStep = 500;

/** Checks each row as a payment is checked. Nothing is written. */
export async function checkBulk(
  db: Queryable,
  services: CheckServices,
  caller: Caller,
  file: BulkFile,
  bounds: PayoutBounds,
): Promise<BulkCheck> {
  const rules = await readPayingPower(db, caller.walletId);
  const internal = await services.feeBook.inForce('send_money_internal', caller.clientId);
  const external = await services.feeBook.inForce('send_money_external', caller.clientId);
  const served = new Map<string, boolean>();
  const isServed = (operator: string) => {
    const known =
      served.get(operator) ?? services.operators.prepare(caller.mode, operator, 'payout').is !== 'not_supported';
    served.set(operator, known);
    return known;
  };
  const rows: BulkRowToSend[] = [];
  const problems = [...file.problems];
  for (let first = 0; first < file.rows.length; first += phonesPerStep) {
    const step = file.rows.slice(first, first + phonesPerStep);
    const owners = await Promise.all(step.map(({ phone }) => services.recipients.find(caller.mode, phone)));
    for (const [index, row] of step.entries()) {
      const owner = owners[index]?.walletId ?? null;
      const amount = ugx(row.amount);
      const { bands, feeScheduleId } = owner === null ? external : internal;
      const { gross, fee } = splitPayout(amount, feeOf(bands, amount), true);
      const reason = faultOf(row, owner, Number(gross), { caller, bounds, rules, isServed, services });
      if (reason === null) rows.push({ ...row, fee: ugxToJson(fee), feeScheduleId });
      else problems.push({ line: row.line, reason });
    }
  }
  const amount = rows.reduce((sum, row) => sum + row.amount, 0);
  const fees = rows.reduce((sum, row) => sum + row.fee, 0);
  return {
    rows,
    problems: problems.sort((one, other) => one.line - other.line),
    duplicates: duplicatesOf(rows),
    amount,
    fees,
    needsApproval: needsApproval(rules, amount + fees),
    available: rules.available,
    frozen: rules.frozen,
  };
}

/** Whether another person has to approve a total, in shillings: no row can reach the threshold when the total does not. */
export function needsApproval({ approvalThreshold }: PayingPower, total: number): boolean {
  return approvalThreshold !== null && total >= approvalThreshold;
}

function faultOf(
  row: BulkFileRow,
  owner: number | null,
  gross: number,
  parts: {
    readonly caller: Caller;
    readonly bounds: PayoutBounds;
    readonly rules: PayingPower;
    readonly services: CheckServices;
    readonly isServed: (operator: string) => boolean;
  },
): string | null {
  const { caller, bounds, rules, services, isServed } = parts;
  const phone = msisdn(row.phone);
  if (phone === null) return `The phone ${row.phone} is not a Uganda mobile number.`;
  if (owner === caller.walletId) return `The phone ${row.phone} is this wallet's own.`;
  if (row.amount < bounds.minimum) return `The amount must be at least ${bounds.minimum} shillings.`;
  if (row.amount > bounds.maximum) return `The amount must be at most ${bounds.maximum} shillings.`;
  if (rules.limitPerTransaction !== null && gross > rules.limitPerTransaction) {
    return `The amount with its fee, ${gross} shillings, is above your limit of ${rules.limitPerTransaction} per transaction.`;
  }
  const operator = services.prefixes.operatorOf(phone);
  if (owner === null && !isServed(operator)) return notServedSentence(operator, services.operators);
  return null;
}

/** The rows that repeat an earlier one, in the order of the rows. Pure. */
export function duplicatesOf(rows: readonly Pick<BulkFileRow, 'line' | 'phone' | 'amount'>[]): BulkDuplicate[] {
  const firstLines = new Map<string, number>();
  const duplicates: BulkDuplicate[] = [];
  for (const { line, phone, amount } of rows) {
    const sameAsLine = firstLines.get(`${phone} ${amount}`);
    if (sameAsLine === undefined) firstLines.set(`${phone} ${amount}`, line);
    else duplicates.push({ line, sameAsLine, phone, amount });
  }
  return duplicates;
}
