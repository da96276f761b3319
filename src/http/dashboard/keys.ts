import { type Static, Type } from 'typebox';
import { allowedIpProblem } from '../../access/allowed-ips.ts';
import {
  type ApiKey,
  ApiKeyEnded,
  type CreatedApiKey,
  createApiKey,
  findApiKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
  TooManyApiKeys,
} from '../../access/api-keys.ts';
import type { Caller } from '../../access/caller.ts';
import { budgetObject } from '../../access/key-budget.ts';
import { permissions } from '../../access/principal.ts';
import { setKeyBudget } from '../../access/set-key-budget.ts';
import type { BudgetLimits } from '../../ledger/rows/key-budget.ts';
import { isoTimeOrNull } from '../../ledger/transaction-object.ts';
import { enteredUgxMax, ugx } from '../../money/ugx.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { invalidField, notFound, Refusal } from '../../refusal.ts';
import { sendData } from '../response.ts';
import { positiveId } from '../schemas/id.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf, staffContextOf } from './server/context.ts';

/** A client's API keys of one mode. */
export function registerKeyRoutes(api: DashboardApi, parts: DashboardParts): void {
  listKeys(api, parts);
  createKey(api, parts);
  setBudget(api, parts);
  rollKey(api, parts);
  revokeKey(api, parts);
}

function listKeys(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    `${clientPath}/keys`,
    {
      schema: { summary: 'API keys, newest first, also revoked and expired ones', params: Type.Object(clientParams) },
      config: { right: 'keys.read' },
    },
    async (request, reply) => {
      const { clientId, mode } = clientCallerOf(request);
      const keys = await listApiKeys(pool, clientId);
      sendData(
        reply,
        'Keys retrieved.',
        keys
          .filter((key) => key.mode === mode)
          .map(keyObject)
          .reverse(),
      );
    },
  );
}

const keyPath = `${clientPath}/keys/:keyId`;
const keyParams = Type.Object({ ...clientParams, keyId: positiveId('The number of the key.') });

/** A key as it can be shown at any time. */
function keyObject(key: ApiKey): object {
  return {
    id: key.apiKeyId,
    shown_as: key.shownAs,
    name: key.name,
    mode: key.mode,
    permissions: key.permissions,
    allowed_ips: key.allowedIps,
    rate_limits: key.rateLimits,
    expires_at: isoTimeOrNull(key.expiresAtMs),
    last_used_at: isoTimeOrNull(key.lastUsedAtMs),
    revoked_at: isoTimeOrNull(key.revokedAtMs),
    rolled_to: key.rolledTo,
    created_at: isoTimeOrNull(key.createdAtMs),
    created_by: key.createdBy,
    budget: budgetObject(key.budget),
  };
}

/** A new key with its text, which is shown only now. */
function newKeyObject(key: CreatedApiKey): object {
  return { id: key.apiKeyId, name: key.name, api_key: key.apiKey, expires_at: isoTimeOrNull(key.expiresAtMs) };
}

/** A key of the caller's own client and mode. @throws Refusal `not_found` */
async function ownKey(db: Queryable, { clientId, mode }: Caller, apiKeyId: number): Promise<ApiKey> {
  const key = await findApiKey(db, apiKeyId);
  if (key === null || key.clientId !== clientId || key.mode !== mode) throw notFound();
  return key;
}

const dayMs = 24 * 60 * 60 * 1_000;

const limit = (what: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: enteredUgxMax }), Type.Null()], {
    description: `${what}, in shillings with fees; null for no such limit.`,
  });

const budgetBody = Type.Object({
  per_payment: limit('The most that one payment may take'),
  per_day: limit('The most per day in Kampala'),
  per_month: limit('The most per month in Kampala'),
});

/** Limits as a request has them; null where it has none. */
function limitsOf(body: Static<typeof budgetBody>): BudgetLimits | null {
  const { per_payment: perPayment, per_day: perDay, per_month: perMonth } = body;
  if (perPayment === null && perDay === null && perMonth === null) return null;
  const amount = (shillings: number | null) => (shillings === null ? null : ugx(shillings));
  return { perPayment: amount(perPayment), perDay: amount(perDay), perMonth: amount(perMonth) };
}

const createKeyBody = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 120,
    pattern: '^[^\\p{Cc}]*$',
    description: 'What the key is for.',
    examples: ['Web shop'],
  }),
  permissions: Type.Array(Type.Enum([...permissions]), {
    minItems: 1,
    maxItems: permissions.length,
    description: 'What the key may do.',
  }),
  expires_in_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3650, description: 'The expiry; without it the key never expires.' }),
  ),
  allowed_ips: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 100,
      description: 'Allowed addresses and networks; default all.',
    }),
  ),
  budget: Type.Optional(budgetBody),
});

function createKey(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.post(
    `${clientPath}/keys`,
    {
      schema: {
        summary: 'Create an API key',
        description: 'The key is only in this response; it is not stored.',
        params: Type.Object(clientParams),
        body: createKeyBody,
      },
      config: { right: 'keys.write' },
    },
    async (request, reply) => {
      const { clientId, mode } = clientCallerOf(request);
      const { name, permissions: named, expires_in_days: days, allowed_ips: allowedIps = [], budget } = request.body;
      for (const entry of allowedIps) {
        const problem = allowedIpProblem(entry);
        if (problem !== null) throw invalidField('allowed_ips', `${problem}.`);
      }
      const creating = createApiKey(pool, {
        clientId,
        mode,
        name,
        permissions: named,
        expiresAtMs: days === undefined ? null : Date.now() + days * dayMs,
        allowedIps,
        rateLimits: {},
        budget: budget === undefined ? null : limitsOf(budget),
        actor: staffContextOf(request).person.email,
        quotas: settings,
      });
      const key = await creating.catch((error: unknown) => {
        throw error instanceof TooManyApiKeys ? refusalOf(error) : error;
      });
      sendData(reply, 'Save the key now: it cannot be shown again.', newKeyObject(key));
    },
  );
}

function refusalOf({ mode, most }: TooManyApiKeys): Refusal {
  return new Refusal(
    'limit_exceeded',
    `The limit of ${most} working ${mode} API keys is reached; revoke one that is not needed, or ask an administrator for a higher limit.`,
  );
}

function setBudget(api: DashboardApi, { pool }: DashboardParts): void {
  api.put(
    `${keyPath}/budget`,
    {
      schema: {
        summary: 'Set what a key may pay',
        description: 'Also for the keys that it was or will be rolled to. What was paid stays counted.',
        params: keyParams,
        body: budgetBody,
      },
      config: { right: 'keys.write' },
    },
    async (request, reply) => {
      const { apiKeyId } = await ownKey(pool, clientCallerOf(request), request.params.keyId);
      const { email } = staffContextOf(request).person;
      const setting = setKeyBudget(pool, { apiKeyId, budget: limitsOf(request.body), actor: email });
      const key = await setting.catch((error: unknown) => {
        throw error instanceof ApiKeyEnded ? keyEnded() : error;
      });
      sendData(reply, 'The budget was set.', keyObject(key));
    },
  );
}

function keyEnded(): Refusal {
  return invalidField('key', 'This key was revoked, rolled or has expired; make a new one.');
}

const hourMs = 60 * 60 * 1_000;

const rollKeyBody = Type.Object({
  overlap_hours: Type.Integer({
    minimum: 0,
    maximum: 8760,
    description: 'How long the old key still works.',
    examples: [24],
  }),
});

function rollKey(api: DashboardApi, { pool }: DashboardParts): void {
  api.post(
    `${keyPath}/roll`,
    {
      schema: { summary: 'Create a key that replaces another', params: keyParams, body: rollKeyBody },
      config: { right: 'keys.write' },
    },
    async (request, reply) => {
      const { apiKeyId } = await ownKey(pool, clientCallerOf(request), request.params.keyId);
      const overlapMs = request.body.overlap_hours * hourMs;
      const key = await rollApiKey(pool, { apiKeyId, overlapMs, actor: staffContextOf(request).person.email }).catch(
        (error: unknown) => {
          throw error instanceof ApiKeyEnded ? keyEnded() : error;
        },
      );
      sendData(reply, 'Save the key now: it cannot be shown again.', newKeyObject(key));
    },
  );
}

function revokeKey(api: DashboardApi, { pool }: DashboardParts): void {
  api.delete(
    keyPath,
    {
      schema: {
        summary: 'Revoke a key',
        description: 'It stops working within a second, permanently.',
        params: keyParams,
      },
      config: { right: 'keys.write' },
    },
    async (request, reply) => {
      const { apiKeyId } = await ownKey(pool, clientCallerOf(request), request.params.keyId);
      const key = await revokeApiKey(pool, { apiKeyId, actor: staffContextOf(request).person.email });
      sendData(reply, 'The key was revoked.', keyObject(key));
    },
  );
}
