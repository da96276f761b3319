import type pg from 'pg';
import { createApiKeys } from '../access/api-keys.ts';
import { recordAudit } from '../access/audit-log.ts';
import { type CreatedClient, createClients } from '../access/clients.ts';
import { putPerson } from '../access/people/credentials.ts';
import { giveClientRole } from '../access/people/memberships.ts';
import { permissions } from '../access/principal.ts';
import type { QuotaSettings } from '../access/quotas.ts';
import { setApprovalThreshold } from '../access/wallet-settings.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Msisdn } from '../phone/msisdn.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { type Business, type BusinessKey, businesses, businessKeys, peopleOf, traderNames } from './cast.ts';

/** A business with its API key of test mode, whose text is shown this once. */
export interface DemoClient extends CreatedClient {
  readonly apiKeyId: number;
  readonly apiKey: string;
}

export interface Parties {
  readonly businesses: Readonly<Record<BusinessKey, DemoClient>>;
  /** In the order of `traderNames`. */
  readonly traders: readonly CreatedClient[];
}

/** How many phones `createParties` needs. */
export const partiesCount = businessKeys.length + traderNames.length;

/**
 * Creates the clients, their keys and their people. All of it has the time of now: nothing but the ledger has times in the past.
 * @param request.phones `partiesCount` phones that no client has.
 * @param request.password with which each person of them signs in.
 */
export async function createParties(
  pool: pg.Pool,
  request: {
    readonly phones: readonly Msisdn[];
    readonly password: string;
    readonly actor: Actor;
    readonly quotas: QuotaSettings;
  },
): Promise<Parties> {
  const { phones, password, actor, quotas } = request;
  const names = [...businessKeys.map((key) => businesses[key].name), ...traderNames];
  const clients = await createClients(pool, {
    clients: names.map((name, index) => ({ name, phone: phones[index] ?? '' })),
    actor,
    madeUp: true,
  });
  const owners = clients.slice(0, businessKeys.length);
  const keys = await createApiKeys(pool, {
    keys: owners.map(({ clientId }) => ({
      clientId,
      mode: 'test',
      name: 'Demo program',
      permissions,
      expiresAtMs: null,
      allowedIps: [],
      signingKeys: [],
      rateLimits: {},
      budget: null,
    })),
    actor,
    quotas,
  });
  const made = new Map<BusinessKey, DemoClient>();
  for (const [index, key] of businessKeys.entries()) {
    const [client, apiKey] = [owners[index], keys[index]];
    if (client === undefined || apiKey === undefined) throw new Error(`the client ${key} was not created`);
    made.set(key, { ...client, apiKeyId: apiKey.apiKeyId, apiKey: apiKey.apiKey });
    await createPeople(pool, businesses[key], client.clientId, password, actor);
    const { approvalThreshold: threshold } = businesses[key];
    if (threshold !== null) {
      await setApprovalThreshold(pool, { clientId: client.clientId, mode: 'test', threshold, actor });
    }
  }
  const [shop, school, deliveries] = businessKeys.map((key) => made.get(key));
  if (!shop || !school || !deliveries) throw new Error('a business was not created');
  return { businesses: { shop, school, deliveries }, traders: clients.slice(businessKeys.length) };
}

async function createPeople(
  pool: pg.Pool,
  business: Business,
  clientId: number,
  password: string,
  actor: Actor,
): Promise<void> {
  for (const { email, name, role } of peopleOf(business)) {
    await inDatabaseTransaction(pool, async (db) => {
      const personId = await putPerson(db, { email, name, platformRole: null, password });
      await giveClientRole(db, { personId, clientId, role, actor: actor.name });
      const details = { client_id: clientId, role };
      await recordAudit(db, { actor, action: 'person.created', subject: `person ${email}`, details });
    });
  }
}
