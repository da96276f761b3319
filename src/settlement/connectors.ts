import type { Mode } from '../ledger/transaction.ts';
import type { OperatorConnector } from '../operators/contract.ts';
import type { Queryable } from '../postgres/pool.ts';
import { makeFloats } from './float-rows.ts';

/** A connector with the number of its operator account in this database. */
export interface RegisteredConnector {
  readonly operatorAccountId: number;
  readonly connector: OperatorConnector;
}

/** The connectors that this process can call, by (mode, operator) and by operator account. */
export class Connectors {
  readonly #byOperator = new Map<string, RegisteredConnector>();
  readonly #byAccount = new Map<number, RegisteredConnector>();

  constructor(registered: readonly RegisteredConnector[]) {
    for (const one of registered) {
      const key = `${one.connector.mode} ${one.connector.operator}`;
      if (this.#byOperator.has(key)) throw new Error(`two connectors are registered for ${key}`);
      this.#byOperator.set(key, one);
      this.#byAccount.set(one.operatorAccountId, one);
    }
  }

  byOperator(mode: Mode, operator: string): RegisteredConnector | undefined {
    return this.#byOperator.get(`${mode} ${operator}`);
  }

  /** The connector that serves numbers of an operator: in test mode `Other` serves those without a simulator. */
  serving(mode: Mode, operator: string): RegisteredConnector | undefined {
    return this.byOperator(mode, operator) ?? (mode === 'test' ? this.byOperator(mode, 'Other') : undefined);
  }

  /** The connector of the account that is frozen on a submission; undefined when this process has no settings for it. */
  byAccount(operatorAccountId: number): RegisteredConnector | undefined {
    return this.#byAccount.get(operatorAccountId);
  }

  all(): readonly RegisteredConnector[] {
    return [...this.#byAccount.values()];
  }
}

/**
 * Registers connectors: finds or makes their operator accounts and the accounts of the ledger that hold their floats
 * and their suspense. Safe to run in several processes at once.
 * @param liveAllowed false when nothing live may move here: connectors of live mode are then left out, so
 * that nothing here can call them.
 */
export async function registerConnectors(
  db: Queryable,
  connectors: readonly OperatorConnector[],
  liveAllowed: boolean,
): Promise<Connectors> {
  const registered: RegisteredConnector[] = [];
  for (const connector of connectors) {
    if (connector.mode === 'live' && !liveAllowed) continue;
    const operatorAccountId = await findOrMakeOperatorAccount(db, connector);
    await makeLedgerAccounts(db, connector.mode, operatorAccountId);
    await makeFloats(db, operatorAccountId);
    registered.push({ operatorAccountId, connector });
  }
  return new Connectors(registered);
}

async function findOrMakeOperatorAccount(db: Queryable, connector: OperatorConnector): Promise<number> {
  const { host, environment, apiUser } = connector.account;
  const identity = [connector.mode, connector.operator, host, environment, apiUser];
  await db.query(
    `INSERT INTO operator_account (mode, operator, host, environment, api_user)
     SELECT $1, $2, $3, $4, $5
      WHERE NOT EXISTS (SELECT FROM operator_account
                         WHERE mode = $1 AND operator = $2 AND host = $3 AND environment = $4 AND api_user = $5)
         ON CONFLICT DO NOTHING`,
    identity,
  );
  const { rows } = await db.query<{ operator_account_id: number }>(
    `SELECT operator_account_id FROM operator_account
      WHERE mode = $1 AND operator = $2 AND host = $3 AND environment = $4 AND api_user = $5`,
    identity,
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`the operator account of ${connector.operator} was not written`);
  return row.operator_account_id;
}

async function makeLedgerAccounts(db: Queryable, mode: Mode, operatorAccountId: number): Promise<void> {
  // The operator's balance is our asset (debit); what we cannot assign yet is a liability (credit).
  await db.query(
    `INSERT INTO system_account (mode, kind, operator_account_id, normal)
     SELECT $1, wanted.kind, $2, wanted.normal
       FROM (VALUES ('collection_float', 'debit'), ('disbursement_float', 'debit'), ('suspense', 'credit'))
              AS wanted (kind, normal)
      WHERE NOT EXISTS (SELECT FROM system_account AS there
                         WHERE there.mode = $1 AND there.kind = wanted.kind AND there.operator_account_id = $2)
         ON CONFLICT DO NOTHING`,
    [mode, operatorAccountId],
  );
}
