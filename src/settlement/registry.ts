import type { Mode } from '../ledger/transaction.ts';
import type { Provider } from '../operators/provider.ts';
import type { Queryable } from '../postgres/pool.ts';
import { makeFloats } from './float-rows.ts';

/** A provider with the number of its operator account in this database. */
export interface RegisteredProvider {
  readonly operatorAccountId: number;
  readonly provider: Provider;
}

/** The providers that this process can call, by (mode, operator) and by operator account. */
export class ProviderRegistry {
  readonly #byOperator = new Map<string, RegisteredProvider>();
  readonly #byAccount = new Map<number, RegisteredProvider>();

  constructor(registered: readonly RegisteredProvider[]) {
    for (const one of registered) {
      const key = `${one.provider.mode} ${one.provider.operator}`;
      if (this.#byOperator.has(key)) throw new Error(`two providers are registered for ${key}`);
      this.#byOperator.set(key, one);
      this.#byAccount.set(one.operatorAccountId, one);
    }
  }

  byOperator(mode: Mode, operator: string): RegisteredProvider | undefined {
    return this.#byOperator.get(`${mode} ${operator}`);
  }

  /** The provider that serves numbers of an operator: in test mode `Other` serves those without a simulator. */
  serving(mode: Mode, operator: string): RegisteredProvider | undefined {
    return this.byOperator(mode, operator) ?? (mode === 'test' ? this.byOperator(mode, 'Other') : undefined);
  }

  /** The provider of the account that is frozen on a submission; undefined when this process has no settings for it. */
  byAccount(operatorAccountId: number): RegisteredProvider | undefined {
    return this.#byAccount.get(operatorAccountId);
  }

  all(): readonly RegisteredProvider[] {
    return [...this.#byAccount.values()];
  }
}

/**
 * Registers providers: finds or makes their operator accounts and the accounts of the ledger that hold their floats
 * and their suspense. Safe to run in several processes at once.
 * @param liveAllowed false when the database is another installation's: providers of live mode are then left out, so
 * that nothing here can call them.
 */
export async function registerProviders(
  db: Queryable,
  providers: readonly Provider[],
  liveAllowed: boolean,
): Promise<ProviderRegistry> {
  const registered: RegisteredProvider[] = [];
  for (const provider of providers) {
    if (provider.mode === 'live' && !liveAllowed) continue;
    const operatorAccountId = await findOrMakeOperatorAccount(db, provider);
    await makeLedgerAccounts(db, provider.mode, operatorAccountId);
    await makeFloats(db, operatorAccountId);
    registered.push({ operatorAccountId, provider });
  }
  return new ProviderRegistry(registered);
}

async function findOrMakeOperatorAccount(db: Queryable, provider: Provider): Promise<number> {
  const { host, environment, apiUser } = provider.account;
  const identity = [provider.mode, provider.operator, host, environment, apiUser];
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
  if (row === undefined) throw new Error(`the operator account of ${provider.operator} was not written`);
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
