import { createApiKeys } from '../access/api-keys.ts';
import { createClients } from '../access/clients.ts';
import { permissions, type RateLimitsByName } from '../access/principal.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Writer } from '../ledger/writer/writer.ts';
import { type Ugx, zeroUgx } from '../money/ugx.ts';
import { type Msisdn, msisdn } from '../phone/msisdn.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';
import { openWriter, write } from './ledger-command.ts';
import { CommandRefused, newCommand } from './new-command.ts';
import { countValue, rateLimitPurpose, rateLimitValues, shillingsOrNothing } from './option-values.ts';
import type { OutputRecord } from './record.ts';
import { type CommandDatabase, withDatabase } from './with-database.ts';

/** Clients made together; also how many opening balances wait at the writer at once. */
const clientsPerStep = 1_000;

/** nsimbi seed */
export function seed(cli: Cli) {
  return newCommand('seed', 'Create test clients with money and an API key, for demonstrations and load tests.')
    .requiredOption('--clients <count>', 'the number of clients', countValue(1_000_000))
    .option('--balance <shillings>', 'test money of each client; default none', shillingsOrNothing)
    .option('--rate-limit <name=n>', rateLimitPurpose, rateLimitValues)
    .action(async ({ json, clients: count, balance = zeroUgx, rateLimit: rateLimits = {} }) => {
      await withDatabase(cli, async (database) => {
        const writer = openWriter(database);
        try {
          let after = '';
          for (let done = 0; done < count; done += clientsPerStep) {
            const size = Math.min(clientsPerStep, count - done);
            const phones = await freePhones(database.pool, size, after);
            after = phones.at(-1) ?? after;
            const seeded = await seedClients(database, writer, { phones, balance, rateLimits, actor: cli.actor });
            cli.showAll(json, seeded, 'Nothing was created.');
            cli.output.progress(`${done + size} of ${count} clients`);
          }
        } finally {
          await writer.close();
        }
      });
      cli.output.progress('');
    });
}

interface Step {
  readonly phones: readonly string[];
  readonly balance: Ugx;
  readonly rateLimits: RateLimitsByName;
  readonly actor: Actor;
}

async function seedClients(
  { pool, config }: CommandDatabase,
  writer: Writer,
  { phones, balance, rateLimits, actor }: Step,
): Promise<OutputRecord[]> {
  const clients = await createClients(pool, {
    clients: phones.map((phone) => ({ name: `Client ${phone.slice(-7)}`, phone })),
    actor,
    madeUp: true,
  });
  const keys = await createApiKeys(pool, {
    keys: clients.map(({ clientId }) => ({
      clientId,
      mode: 'test',
      name: 'seed',
      permissions,
      expiresAtMs: null,
      allowedIps: [],
      signingKeys: [],
      rateLimits,
      budget: null,
    })),
    actor,
    quotas: config,
  });
  if (balance > 0n) {
    await Promise.all(clients.map(({ wallets }) => openingBalance(writer, wallets.test, balance, actor.name)));
  }
  return clients.map(({ clientId, phone, wallets }, index) => {
    const key = keys[index];
    if (key?.clientId !== clientId) throw new Error('keys should come in the order of their clients');
    return { client_id: clientId, wallet_id: wallets.test, phone, api_key: key.apiKey };
  });
}

async function openingBalance(writer: Writer, walletId: number, amount: Ugx, maker: string): Promise<void> {
  await write(writer, {
    kind: 'adjust',
    walletId,
    mode: 'test',
    type: 'deposit',
    direction: 'in',
    amount,
    reason: 'Opening balance',
    maker,
    approver: null,
    externalReference: null,
    apiKeyId: null,
    apiTriggered: false,
    idempotency: null,
  });
}

/**
 * Numbers for clients that are made up, above `after` (empty begins): valid ones of the range 76, in which the
 * simulator has none with a fixed behaviour, and which no client of either mode has.
 * @throws CommandRefused when the range is used up.
 */
async function freePhones(db: Queryable, count: number, after: string): Promise<Msisdn[]> {
  const first = after === '' ? 0 : Number(after.slice(-7)) + 1;
  // In the list of a SELECT the series is made as far as it is needed, in FROM as a whole.
  const { rows } = await db.query<{ phone: string }>(
    `SELECT candidate.phone
       FROM (SELECT '25676' || lpad(generate_series($2::integer, 9999999)::text, 7, '0') AS phone) candidate
      WHERE NOT EXISTS (SELECT FROM wallet_phone w WHERE w.mode = 'test' AND w.phone = candidate.phone OFFSET 0)
        AND NOT EXISTS (SELECT FROM wallet_phone w WHERE w.mode = 'live' AND w.phone = candidate.phone OFFSET 0)
      LIMIT $1`,
    [count, first],
  );
  const phones = rows.map(({ phone }) => msisdn(phone)).filter((phone) => phone !== null);
  if (phones.length < count) throw new CommandRefused('all numbers that seed can give are used; use an empty database');
  return phones;
}
