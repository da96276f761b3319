import { createApiKeys } from '../../access/api-keys.ts';
import { createClients } from '../../access/clients.ts';
import { permissions, type RateLimitsByName } from '../../access/principal.ts';
import type { Writer } from '../../ledger/writer/writer.ts';
import { type Ugx, zeroUgx } from '../../money/ugx.ts';
import type { Cli } from '../cli.ts';
import { freePhones } from '../free-phones.ts';
import { openWriter, write } from '../ledger-command.ts';
import { newCommand } from '../new-command.ts';
import { countValue, rateLimitPurpose, rateLimitValues, shillingsOrNothing } from '../option-values.ts';
import type { AnswerRecord } from '../record.ts';
import { type CommandDatabase, withDatabase } from '../with-database.ts';

/** Clients made together; also how many opening balances wait at the writer at once. */
const clientsPerStep = 1_000;

/** nsimbi seed */
export function seed(cli: Cli) {
  return newCommand('seed', 'Fill test mode with clients that have money and a key, for demonstrations and load tests.')
    .requiredOption('--clients <count>', 'how many', countValue(1_000_000))
    .option('--balance <shillings>', 'test money of each; none when left out', shillingsOrNothing)
    .option('--rate-limit <name=n>', rateLimitPurpose, rateLimitValues)
    .action(async ({ json, clients: count, balance = zeroUgx, rateLimit: rateLimits = {} }) => {
      await withDatabase(cli, async (database) => {
        const writer = openWriter(database.target);
        try {
          let after = '';
          for (let done = 0; done < count; done += clientsPerStep) {
            const size = Math.min(clientsPerStep, count - done);
            const phones = await freePhones(database.pool, size, after);
            after = phones.at(-1) ?? after;
            const seeded = await seedClients(database, writer, { phones, balance, rateLimits, actor: cli.actor });
            cli.showAll(json, seeded, 'Nothing was made.');
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
  readonly actor: string;
}

async function seedClients(
  { pool, config }: CommandDatabase,
  writer: Writer,
  { phones, balance, rateLimits, actor }: Step,
): Promise<AnswerRecord[]> {
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
      rateLimits,
    })),
    actor,
    quotas: config,
  });
  if (balance > 0n) {
    await Promise.all(clients.map(({ wallets }) => openingBalance(writer, wallets.test, balance, actor)));
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
