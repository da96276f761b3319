import { Option } from '@commander-js/extra-typings';
import { createApiKeys } from '../access/api-keys.ts';
import { createClients } from '../access/clients.ts';
import { newPassword } from '../access/people/credentials.ts';
import { permissions, type RateLimitsByName } from '../access/principal.ts';
import { daysMax, daysMin } from '../demo/plan.ts';
import { DemoRefused, type MadeBusiness, type MadeDemo, refuseDemo, seedDemo } from '../demo/seed-demo.ts';
import { urlOf, welcomeFirstUser } from '../first-start.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import type { Writer } from '../ledger/writer/writer.ts';
import { type Ugx, zeroUgx } from '../money/ugx.ts';
import { type Msisdn, msisdn } from '../phone/msisdn.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';
import { openWriter, write } from './ledger-command.ts';
import { CommandRefused, newCommand } from './new-command.ts';
import {
  countBetween,
  countValue,
  passwordValue,
  rateLimitPurpose,
  rateLimitValues,
  shillingsOrNothing,
} from './option-values.ts';
import type { OutputRecord } from './record.ts';
import { sealerOf } from './sealer.ts';
import { type CommandDatabase, withDatabase } from './with-database.ts';

/** Clients made together; also how many opening balances wait at the writer at once. */
const clientsPerStep = 1_000;

/** nsimbi seed */
export function seed(cli: Cli) {
  return newCommand(
    'seed',
    'Create test clients with money and an API key, for load tests; or, with --demo, three businesses with a history, people who can sign in, API keys and webhooks, to look around in.',
  )
    .addOption(
      new Option('--clients <count>', 'the number of clients').argParser(countValue(1_000_000)).conflicts('demo'),
    )
    .addOption(
      new Option('--balance <shillings>', 'test money of each client; default none')
        .argParser(shillingsOrNothing)
        .conflicts('demo'),
    )
    .addOption(new Option('--rate-limit <name=n>', rateLimitPurpose).argParser(rateLimitValues).conflicts('demo'))
    .option('--demo', 'make demo data, once in a database where live mode was never enabled')
    .addOption(
      ofDemo('--days <count>', `days of history, ${daysMin} to ${daysMax}; default 90`).argParser(
        countBetween(daysMin, daysMax),
      ),
    )
    .addOption(
      ofDemo('--seed <number>', 'the same number makes the same history on the same day; default 1').argParser(
        countValue(999_999_999),
      ),
    )
    .addOption(
      ofDemo(
        '--password <text>',
        'the password of the people, 10 characters or more; default a random one, which is printed',
      ).argParser(passwordValue),
    )
    .action(async ({ json, clients, balance = zeroUgx, rateLimit: rateLimits = {}, demo, days, seed, password }) => {
      const ofDemo = { days, seed, password };
      if (demo === true) return await seedDemoData(cli, json, ofDemo);
      const [named] = Object.entries(ofDemo).find(([, value]) => value !== undefined) ?? [];
      if (named !== undefined) throw new CommandRefused(`--${named} belongs to --demo: give both, or neither`);
      if (clients === undefined) throw new CommandRefused('give --clients with their number, or --demo');
      await seedForLoad(cli, json, { count: clients, balance, rateLimits });
    });
}

function ofDemo(flags: string, description: string) {
  return new Option(flags, `with --demo: ${description}`);
}

async function seedForLoad(
  cli: Cli,
  json: true | undefined,
  {
    count,
    balance,
    rateLimits,
  }: { readonly count: number; readonly balance: Ugx; readonly rateLimits: RateLimitsByName },
): Promise<void> {
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
}

const usualDays = 90;

async function seedDemoData(
  cli: Cli,
  json: true | undefined,
  options: {
    readonly days: number | undefined;
    readonly seed: number | undefined;
    readonly password: string | undefined;
  },
): Promise<void> {
  const { days = usualDays, seed: number = 1, password = newPassword() } = options;
  const { made, baseUrl } = await withDatabase(cli, async (database) => {
    const { config, pool, target, records } = database;
    const baseUrl = urlOf(config.host, config.port);
    const sealer = await sealerOf(pool, config);
    const services = { pool, target, records, config, sealer };
    try {
      // A database that gets no demo data gets no administrator either.
      await refuseDemo(pool);
      await startFirst(cli, database, baseUrl);
      const made = await seedDemo(services, {
        ...{ seed: number, days, password, actor: cli.actor },
        freePhones: (count) => freePhones(pool, count, ''),
        onProgress: (written, of) => {
          if (written % 100 === 0) cli.output.progress(`${written} of ${of} steps`);
        },
      });
      return { made, baseUrl };
    } catch (error) {
      if (error instanceof DemoRefused) throw new CommandRefused(error.message);
      throw error;
    }
  });
  cli.output.progress('');
  if (json === true) {
    cli.show(true, demoRecord(made, { seed: number, days, password, baseUrl }));
    return;
  }
  cli.showAll(undefined, made.businesses.map(businessRecord), '');
  cli.output.print('');
  cli.showAll(undefined, made.businesses.flatMap(peopleRecords), '');
  cli.output.print('');
  cli.output.print(`Sign in at ${baseUrl} with one of these addresses and the password ${password}`);
}

/** A database without clients gets its first administrator as well, as the first start of the service would create it. */
async function startFirst(cli: Cli, database: CommandDatabase, baseUrl: string): Promise<void> {
  const writer = openWriter(database);
  try {
    const { pool, config } = database;
    const welcome = await welcomeFirstUser(pool, writer, config.dataDir, baseUrl, config);
    if (welcome?.isFirst === true) cli.output.say(`The first administrator was created: see ${welcome.file}`);
  } finally {
    await writer.close();
  }
}

function businessRecord({ client, balance, transactions }: MadeBusiness): OutputRecord {
  const { clientId, name, wallets, phone, apiKey } = client;
  return { client_id: clientId, name, wallet_id: wallets.test, phone, balance, transactions, api_key: apiKey };
}

function peopleRecords({ client, people }: MadeBusiness): OutputRecord[] {
  return people.map(({ email, name, job, role }) => ({ email, name, business: client.name, job, role }));
}

function demoRecord(
  { fromMs, toMs, businesses }: MadeDemo,
  { seed: number, days, password, baseUrl }: { seed: number; days: number; password: string; baseUrl: string },
): OutputRecord {
  return {
    ...{ seed: number, days, from: isoTime(fromMs), to: isoTime(toMs), base_url: baseUrl, password },
    businesses: businesses.map((business) => ({ ...businessRecord(business), people: peopleRecords(business) })),
  };
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
