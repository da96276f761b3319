import type { Queryable } from '../../postgres/pool.ts';
import type { SystemAccountKind } from '../accounts.ts';
import type { Mode } from '../transaction.ts';

/** Gives the number of a system account; accounts of an operator also need its operator account. */
export type SystemAccounts = (mode: Mode, kind: SystemAccountKind, operatorAccountId?: number) => number;

/** The returned function throws SystemAccountUnknown for an account that was not in the chart when it was read. */
export async function readSystemAccounts(db: Queryable): Promise<SystemAccounts> {
  const { rows } = await db.query<{
    account_id: string;
    mode: string;
    kind: string;
    operator_account_id: number | null;
  }>('SELECT account_id, mode, kind, operator_account_id FROM system_account');
  const numbers = new Map(
    rows.map((row) => [`${row.mode} ${row.kind} ${row.operator_account_id ?? ''}`, Number(row.account_id)]),
  );
  return (mode, kind, operatorAccountId) => {
    const number = numbers.get(`${mode} ${kind} ${operatorAccountId ?? ''}`);
    if (number === undefined) throw new SystemAccountUnknown(mode, kind, operatorAccountId);
    return number;
  };
}

export class SystemAccountUnknown extends Error {
  constructor(mode: Mode, kind: SystemAccountKind, operatorAccountId: number | undefined) {
    super(
      `there is no ${mode} account ${kind}${operatorAccountId === undefined ? '' : ` of operator account ${operatorAccountId}`}`,
    );
  }
}
