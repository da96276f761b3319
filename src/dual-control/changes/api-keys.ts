import { ApiKeyEnded, createApiKey, findApiKey, rollApiKey } from '../../access/api-keys.ts';
import { isLoosened, limitsSomething, limitsToJson } from '../../access/key-budget.ts';
import { setKeyBudget } from '../../access/set-key-budget.ts';
import { setSigningKeys } from '../../access/set-signing-keys.ts';
import { OlderProgramRuns, SigningKeyNotValid, signingKeysLoosened } from '../../access/signing-keys.ts';
import type { Actor } from '../../ledger/rows/audit-log.ts';
import type { BudgetLimits } from '../../ledger/rows/key-budget.ts';
import { ugx } from '../../money/ugx.ts';
import { invalidField, notFound, sentenceOf } from '../../refusal.ts';
import type { ChangeOf, StoredBudget } from '../change.ts';
import type { ChangeKind, MadeBy } from '../change-kind.ts';

/** A new API key of a client. Its text is shown to whoever completes it, who therefore is the one who created it. */
export const apiKey: ChangeKind<ChangeOf<'api_key'>> = {
  mode: ({ mode }) => mode,
  read: async (db, { client_id }) => {
    const { rows } = await db.query<{ name: string }>('SELECT name FROM client WHERE client_id = $1', [client_id]);
    if (rows[0] === undefined) throw notFound();
    return { client: rows[0].name };
  },
  isLoosening: () => true,
  make: async (db, change, by, quotas) => {
    const created = await createApiKey(db, {
      clientId: change.client_id,
      mode: change.mode,
      name: change.name,
      permissions: change.permissions,
      expiresAtMs: change.expires_at === null ? null : Date.parse(change.expires_at),
      allowedIps: change.allowed_ips,
      rateLimits: change.rate_limits,
      budget: limitsOf(change.budget),
      signingKeys: change.signing_keys ?? [],
      actor: whoSeesIt(by),
      quotas,
    }).catch(refuseSigningKeys);
    return { apiKey: created };
  },
};

/** A key that replaces another. */
export const apiKeyRoll: ChangeKind<ChangeOf<'api_key_roll'>> = {
  mode: ({ mode }) => mode,
  read: async (db, { api_key_id }) => {
    const key = await findApiKey(db, api_key_id);
    if (key === null) throw notFound();
    return { key: key.shownAs, name: key.name, permissions: key.permissions };
  },
  isLoosening: () => true,
  make: async (db, { api_key_id: apiKeyId, overlap_ms: overlapMs }, by) => ({
    apiKey: await rollApiKey(db, { apiKeyId, overlapMs, actor: whoSeesIt(by) }),
  }),
};

/** What a key may pay, together with those that it was or will be rolled to. */
export const keyBudget: ChangeKind<ChangeOf<'key_budget'>> = {
  mode: ({ mode }) => mode,
  read: async (db, { api_key_id }) => {
    const key = await findApiKey(db, api_key_id);
    if (key === null) throw notFound();
    return { key: key.shownAs, name: key.name, budget: limitsToJson(key.budget) };
  },
  isLoosening: ({ budget }, before) => isLoosened(limitsOf(before.budget as StoredBudget | null), limitsOf(budget)),
  make: async (db, { api_key_id: apiKeyId, budget }, { proposedBy: actor }) => {
    await setKeyBudget(db, { apiKeyId, budget: limitsOf(budget), actor });
    return {};
  },
};

/** The public keys one of which must sign each request of a key. */
export const signingKeys: ChangeKind<ChangeOf<'signing_keys'>> = {
  mode: ({ mode }) => mode,
  read: async (db, { api_key_id }) => {
    const key = await findApiKey(db, api_key_id);
    if (key === null) throw notFound();
    return { key: key.shownAs, name: key.name, signing_keys: key.signingKeys };
  },
  isLoosening: ({ signing_keys: after }, before) =>
    signingKeysLoosened(before.signing_keys as readonly string[], after),
  make: async (db, { api_key_id: apiKeyId, signing_keys: asked }, { proposedBy: actor }) => {
    await setSigningKeys(db, { apiKeyId, signingKeys: asked, actor }).catch(refuseSigningKeys);
    return {};
  },
};

/** @throws what was thrown, as a refusal where whoever asked or approved can do something about it. */
function refuseSigningKeys(error: unknown): never {
  if (error instanceof ApiKeyEnded) {
    throw invalidField('key', 'This key was revoked or has expired; make a new one.');
  }
  if (error instanceof SigningKeyNotValid || error instanceof OlderProgramRuns) {
    throw invalidField('signing_keys', sentenceOf(error));
  }
  throw error;
}

function limitsOf(budget: StoredBudget | null): BudgetLimits | null {
  if (budget === null) return null;
  const amount = (shillings: number | null) => (shillings === null ? null : ugx(shillings));
  const limits = {
    perPayment: amount(budget.per_payment),
    perDay: amount(budget.per_day),
    perMonth: amount(budget.per_month),
  };
  return limitsSomething(limits) ? limits : null;
}

/** An approver on the platform completes it for the client, whose owners find it among their activity. */
function whoSeesIt({ proposedBy, approvedBy }: MadeBy): Actor {
  return { ...(approvedBy ?? proposedBy), onBehalfOf: proposedBy.onBehalfOf };
}
