import type { Actor } from '../ledger/rows/audit-log.ts';
import type { BudgetLimits } from '../ledger/rows/key-budget.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import { type ApiKey, ApiKeyEnded, ApiKeyNotFound, ApiKeyNotValid, findApiKey } from './api-keys.ts';
import { recordAudit } from './audit-log.ts';
import { budgetProblem, isLoosened, limitsSomething, limitsToJson, writeBudgetLimits } from './key-budget.ts';
import { announceClientChange } from './key-changes.ts';

/**
 * Sets the budget of a key, and of all keys that it was or will be rolled to. It holds for every payment that is decided after this
 * returns, but a process may need a second to learn of a key's first budget. What the day and the month have used stays counted; what
 * was paid without a budget was not counted.
 * @param change.budget limits in shillings, gross; null, or no limit at all, takes the budget away.
 * @throws ApiKeyNotFound, ApiKeyNotValid; ApiKeyEnded when the key was revoked or has expired.
 */
export async function setKeyBudget(
  pool: Transactional,
  {
    apiKeyId,
    budget: asked,
    actor,
  }: { readonly apiKeyId: number; readonly budget: BudgetLimits | null; readonly actor: Actor },
): Promise<ApiKey> {
  const budget = asked !== null && limitsSomething(asked) ? asked : null;
  const problem = budget === null ? null : budgetProblem(budget);
  if (problem !== null) throw new ApiKeyNotValid(problem);
  return await inDatabaseTransaction(pool, async (db) => {
    const found = await findApiKey(db, apiKeyId);
    if (found === null) throw new ApiKeyNotFound(apiKeyId);
    // In the order of the ledger's writer, which never waits for a budget without its wallet: a session that hangs here
    // holds back payments of this wallet only. The key is read again, so that of two changes at once the second sees the first.
    await db.query('SELECT FROM wallet WHERE wallet_id = $1 FOR NO KEY UPDATE', [found.walletId]);
    const before = await findApiKey(db, apiKeyId);
    if (before === null) throw new ApiKeyNotFound(apiKeyId);
    if (before.revokedAtMs !== null || (before.expiresAtMs !== null && before.expiresAtMs <= Date.now()))
      throw new ApiKeyEnded(apiKeyId);
    await recordAudit(db, {
      actor,
      action: 'api_key.budget_set',
      subject: `api_key ${apiKeyId}`,
      details: {
        before: limitsToJson(before.budget),
        after: limitsToJson(budget),
        loosened: isLoosened(before.budget, budget),
      },
    });
    const limits = budget ?? { perPayment: null, perDay: null, perMonth: null };
    await writeBudgetLimits(db, [{ ...limits, walletId: before.walletId, lineage: before.lineage }]);
    // All keys of the client, because one that is rolled at this moment is not visible here yet.
    await announceClientChange(db, before.clientId);
    const after = await findApiKey(db, apiKeyId);
    if (after === null) throw new ApiKeyNotFound(apiKeyId);
    return after;
  });
}
