import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { allowedIpProblem } from '../../access/allowed-ips.ts';
import {
  type ApiKey,
  ApiKeyEnded,
  type CreatedApiKey,
  findApiKey,
  listApiKeys,
  revokeApiKey,
  TooManyApiKeys,
} from '../../access/api-keys.ts';
import type { Caller } from '../../access/caller.ts';
import { budgetObject } from '../../access/key-budget.ts';
import { permissions } from '../../access/principal.ts';
import { fingerprintOf, readSigningKeys, SigningKeyNotValid, signingKeysMax } from '../../access/signing-keys.ts';
import type { ChangeServices } from '../../dual-control/change-kind.ts';
import { type Requested, requestChange } from '../../dual-control/request-change.ts';
import { isoTime, isoTimeOrNull } from '../../ledger/transaction-object.ts';
import { enteredUgxMax } from '../../money/ugx.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { invalidField, notFound, Refusal, sentenceOf } from '../../refusal.ts';
import { sendData } from '../response.ts';
import { positiveId } from '../schemas/id.ts';
import { askerOf, sendRequested } from './proposed.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { actorOf, clientCallerOf } from './server/context.ts';

/** A client's API keys of one mode. */
export function registerKeyRoutes(api: DashboardApi, parts: DashboardParts, changes: ChangeServices): void {
  listKeys(api, parts);
  createKey(api, changes);
  setBudget(api, parts, changes);
  setKeysOfSignatures(api, parts, changes);
  rollKey(api, parts, changes);
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
    signing_keys: key.signingKeys.map((publicKey) => ({
      fingerprint: fingerprintOf(publicKey),
      public_key: publicKey,
    })),
  };
}

/** A new key with its text, which is shown only now. */
function newKeyObject(key: CreatedApiKey): Readonly<Record<string, unknown>> {
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

const signingKeysOfBody = Type.Array(Type.String({ maxLength: 1_000 }), {
  maxItems: signingKeysMax,
  description: 'Ed25519 public keys, PEM or base64url, one of which must sign each request of the key; none: unsigned.',
});

/** @throws Refusal that names the field. */
function readSigningKeysOf(texts: readonly string[]): string[] {
  try {
    return readSigningKeys(texts);
  } catch (error) {
    if (!(error instanceof SigningKeyNotValid)) throw error;
    throw invalidField('signing_keys', sentenceOf(error));
  }
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
  signing_keys: Type.Optional(signingKeysOfBody),
});

function createKey(api: DashboardApi, changes: ChangeServices): void {
  api.post(
    `${clientPath}/keys`,
    {
      schema: {
        summary: 'Create an API key',
        description: 'The key is only in this response; it is not stored.',
        params: Type.Object(clientParams),
        body: createKeyBody,
      },
      config: { right: 'keys.write', stepUp: 'live' },
    },
    async (request, reply) => {
      const { clientId, mode } = clientCallerOf(request);
      const { name, permissions: named, expires_in_days: days, allowed_ips: allowedIps = [], budget } = request.body;
      const signingKeys = readSigningKeysOf(request.body.signing_keys ?? []);
      for (const entry of allowedIps) {
        const problem = allowedIpProblem(entry);
        if (problem !== null) throw invalidField('allowed_ips', `${problem}.`);
      }
      const change = {
        kind: 'api_key',
        client_id: clientId,
        mode,
        name,
        permissions: named,
        expires_at: days === undefined ? null : isoTime(Date.now() + days * dayMs),
        allowed_ips: allowedIps,
        rate_limits: {},
        budget: budget ?? null,
        signing_keys: signingKeys,
      } as const;
      const requested = await requestChange(changes, change, askerOf(request)).catch((error: unknown) => {
        throw error instanceof TooManyApiKeys ? refusalOf(error) : error;
      });
      sendKey(reply, requested);
    },
  );
}

/** The text of a key, or the number of the proposal whose approver will see it. */
function sendKey(reply: FastifyReply, requested: Requested): void {
  const key = requested.is === 'made' ? requested.shown.apiKey : undefined;
  const object = key === undefined ? {} : newKeyObject(key);
  sendRequested(reply, requested, 'Save the key now: it cannot be shown again.', object);
}

function refusalOf({ mode, most }: TooManyApiKeys): Refusal {
  return new Refusal(
    'limit_exceeded',
    `The limit of ${most} working ${mode} API keys is reached; revoke one that is not needed, or ask an administrator for a higher limit.`,
  );
}

function setBudget(api: DashboardApi, { pool }: DashboardParts, changes: ChangeServices): void {
  api.put(
    `${keyPath}/budget`,
    {
      schema: {
        summary: 'Set what a key may pay',
        description: 'Also for the keys that it was or will be rolled to. What was paid stays counted.',
        params: keyParams,
        body: budgetBody,
      },
      config: { right: 'keys.write', stepUp: 'live' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      const { apiKeyId, clientId, mode } = await ownKey(pool, caller, request.params.keyId);
      const wallet = { client_id: clientId, mode };
      const change = { kind: 'key_budget', ...wallet, api_key_id: apiKeyId, budget: request.body } as const;
      const requested = await requestChange(changes, change, askerOf(request)).catch((error: unknown) => {
        throw error instanceof ApiKeyEnded ? keyEnded() : error;
      });
      const key = keyObject(await ownKey(pool, caller, apiKeyId));
      sendRequested(reply, requested, 'The budget was set.', { ...key });
    },
  );
}

function setKeysOfSignatures(api: DashboardApi, { pool }: DashboardParts, changes: ChangeServices): void {
  api.put(
    `${keyPath}/signing-keys`,
    {
      schema: {
        summary: 'Set the public keys that must sign the requests of a key',
        description: 'Without any, requests need no signature. Keys that it was rolled to are not changed.',
        params: keyParams,
        body: Type.Object({ signing_keys: signingKeysOfBody }),
      },
      config: { right: 'keys.write', stepUp: 'live' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      const { apiKeyId, clientId, mode } = await ownKey(pool, caller, request.params.keyId);
      const wallet = { client_id: clientId, mode };
      const asked = readSigningKeysOf(request.body.signing_keys);
      const change = { kind: 'signing_keys', ...wallet, api_key_id: apiKeyId, signing_keys: asked } as const;
      const requested = await requestChange(changes, change, askerOf(request));
      const key = keyObject(await ownKey(pool, caller, apiKeyId));
      sendRequested(reply, requested, 'The signing keys were set.', { ...key });
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

function rollKey(api: DashboardApi, { pool }: DashboardParts, changes: ChangeServices): void {
  api.post(
    `${keyPath}/roll`,
    {
      schema: { summary: 'Create a key that replaces another', params: keyParams, body: rollKeyBody },
      config: { right: 'keys.write', stepUp: 'live' },
    },
    async (request, reply) => {
      const { apiKeyId, clientId, mode } = await ownKey(pool, clientCallerOf(request), request.params.keyId);
      const overlapMs = request.body.overlap_hours * hourMs;
      const wallet = { client_id: clientId, mode };
      const change = { kind: 'api_key_roll', ...wallet, api_key_id: apiKeyId, overlap_ms: overlapMs } as const;
      const requested = await requestChange(changes, change, askerOf(request)).catch((error: unknown) => {
        throw error instanceof ApiKeyEnded ? keyEnded() : error;
      });
      sendKey(reply, requested);
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
      const key = await revokeApiKey(pool, { apiKeyId, actor: actorOf(request) });
      sendData(reply, 'The key was revoked.', keyObject(key));
    },
  );
}
