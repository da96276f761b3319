import { Argument } from '@commander-js/extra-typings';
import type pg from 'pg';
import { type Client, listClients, setClientQuotas, setClientRateLimits } from '../access/clients.ts';
import { readDashboardIps } from '../access/dashboard-ips.ts';
import { type OwnQuotas, type QuotaName, quotaMax, quotaMeanings } from '../access/quotas.ts';
import {
  readWithdrawalNumbers,
  setFrozen,
  setOneCollectionPerPayer,
  setUniqueClientReferences,
} from '../access/wallet-settings.ts';
import type { Change } from '../dual-control/change.ts';
import type { Mode } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { type Ugx, ugxToJson } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import {
  countValue,
  idValue,
  limitFrom,
  limitValue,
  modeValue,
  networkValues,
  phoneValue,
  phoneValues,
  rateLimitPurpose,
  rateLimitValues,
} from './option-values.ts';
import type { OutputRecord } from './record.ts';
import { requestAtTerminal, showProposed } from './requested-change.ts';
import { clientNumbered, walletRecord } from './wallet-record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi client */
export function clientCommands(cli: Cli) {
  return newGroup('client', 'Clients and the settings of their wallets.', [
    clientCreate(cli),
    clientList(cli),
    clientFreeze(cli),
    clientUnfreeze(cli),
    clientLimit(cli),
    clientApprovalThreshold(cli),
    clientWithdrawalNumbers(cli),
    clientOneCollectionPerPayer(cli),
    clientUniqueReferences(cli),
    clientRateLimit(cli),
    clientQuota(cli),
    clientDashboardIps(cli),
  ]);
}

/** nsimbi client create */
function clientCreate(cli: Cli) {
  return newCommand('create', 'Create a client with an empty wallet in each mode.')
    .requiredOption('--name <text>', 'its name, as recipients see it')
    .requiredOption('--phone <phone>', 'payments to this phone are credited to its wallets', phoneValue)
    .action(async ({ json, name, phone }) => {
      const change = { kind: 'client', name, phone } as const;
      const requested = await withDatabase(cli, (database) => requestAtTerminal(cli, database, change));
      if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      cli.show(json, { client_id: requested.shown.clientId ?? null, name, phone });
    });
}

/** nsimbi client list */
function clientList(cli: Cli) {
  return newCommand('list', 'List clients in the order of their numbers.')
    .option('--after <id>', 'only entries after this number', idValue, 0)
    .option('--limit <count>', 'maximum number of entries', countValue(100_000), 1_000)
    .action(async ({ json, after, limit }) => {
      const clients = await withDatabase(cli, ({ pool }) => listClients(pool, { after, limit }), 'nsimbi_reader');
      cli.showAll(json, clients.map(recordOf), 'There are no clients.');
      const last = clients.at(-1);
      if (clients.length === limit && last !== undefined) {
        cli.output.say(`There may be more: nsimbi client list --after ${last.clientId}`);
      }
    });
}

function recordOf({ clientId, name, phone, wallets, createdAtMs }: Client): OutputRecord {
  return {
    client_id: clientId,
    name,
    phone,
    live_wallet_id: wallets.live.walletId,
    live_frozen: wallets.live.frozen,
    test_wallet_id: wallets.test.walletId,
    test_frozen: wallets.test.frozen,
    created_at: isoTime(createdAtMs),
  };
}

/** nsimbi client freeze */
function clientFreeze(cli: Cli) {
  return freezing(
    cli,
    'freeze',
    'Freeze a wallet: no new payment can leave it. Payments in progress are completed.',
    true,
  );
}

/** nsimbi client unfreeze */
function clientUnfreeze(cli: Cli) {
  return freezing(cli, 'unfreeze', 'Unfreeze a wallet: payments can leave it again.', false);
}

function freezing(cli: Cli, name: string, description: string, frozen: boolean) {
  return newCommand(name, description)
    .requiredOption('--client <id>', 'the client that owns the wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .action(async ({ json, client: clientId, mode }) => {
      const record = await withDatabase(cli, async ({ pool }) => {
        await setFrozen(pool, { clientId, mode, frozen, actor: cli.actor });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}

/** Changes a setting of a wallet, or proposes it, and shows the wallet. */
async function changeOfWallet(
  cli: Cli,
  json: boolean | undefined,
  { clientId, mode }: { readonly clientId: number; readonly mode: Mode },
  changeFor: (pool: pg.Pool) => Promise<Change>,
): Promise<void> {
  const { requested, record } = await withDatabase(cli, async (database) => {
    const { pool } = database;
    await clientNumbered(pool, clientId);
    const made = await requestAtTerminal(cli, database, await changeFor(pool));
    return { requested: made, record: walletRecord(await clientNumbered(pool, clientId), mode) };
  });
  if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
  cli.show(json, record);
}

function jsonOf(amount: Ugx | null): number | null {
  return amount === null ? null : ugxToJson(amount);
}

/** nsimbi client limit */
function clientLimit(cli: Cli) {
  return newCommand('limit', 'Set the limits for payouts of a wallet, fees included. Omitted limits stay.')
    .requiredOption('--client <id>', 'the client that owns the wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .option('--per-transaction <shillings>', 'per transaction, or none', limitValue)
    .option('--per-day <shillings>', 'per day in Kampala time, or none', limitValue)
    .action(async ({ json, client: clientId, mode, perTransaction, perDay }) => {
      if (perTransaction === undefined && perDay === undefined) {
        throw new CommandRefused('give --per-transaction or --per-day, each with shillings or none');
      }
      await changeOfWallet(cli, json, { clientId, mode }, async (pool) => {
        const before = (await clientNumbered(pool, clientId)).wallets[mode];
        return {
          kind: 'wallet_limits',
          client_id: clientId,
          mode,
          per_transaction: jsonOf(limitFrom(perTransaction, before.limitPerTransaction)),
          per_day: jsonOf(limitFrom(perDay, before.limitPerDay)),
        };
      });
    });
}

/** nsimbi client approval-threshold */
function clientApprovalThreshold(cli: Cli) {
  return newCommand(
    'approval-threshold',
    'Set the approval threshold: payouts of this amount or more need a second person’s approval.',
  )
    .requiredOption('--client <id>', 'the client that owns the wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--amount <shillings>', 'the amount, fee included, or none', limitValue)
    .action(async ({ json, client: clientId, mode, amount }) => {
      const threshold = jsonOf(limitFrom(amount, null));
      await changeOfWallet(cli, json, { clientId, mode }, async () => ({
        kind: 'approval_threshold',
        client_id: clientId,
        mode,
        threshold,
      }));
    });
}

/** nsimbi client withdrawal-numbers */
function clientWithdrawalNumbers(cli: Cli) {
  return newCommand(
    'withdrawal-numbers',
    'Show or change the numbers registered for withdrawals, and whether withdrawals to other numbers are refused.',
  )
    .requiredOption('--client <id>', 'the client that owns the wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .option('--add <phone>', 'register a number; may be repeated', phoneValues)
    .option('--remove <phone>', 'remove a number; may be repeated', phoneValues)
    .option('--only-listed', 'withdrawals go to registered numbers only')
    .option('--any-number', 'withdrawals go to any number')
    .action(async ({ json, client: clientId, mode, add = [], remove = [], onlyListed, anyNumber }) => {
      if (onlyListed === true && anyNumber === true) {
        throw new CommandRefused('give --only-listed or --any-number, not both');
      }
      const changes = add.length + remove.length > 0 || onlyListed === true || anyNumber === true;
      const { requested, numbers } = await withDatabase(cli, async (database) => {
        const { pool } = database;
        const before = await readWithdrawalNumbers(pool, { clientId, mode });
        if (!changes) return { requested: null, numbers: before };
        const made = await requestAtTerminal(cli, database, {
          kind: 'withdrawal_numbers',
          client_id: clientId,
          mode,
          listed_only: onlyListed === true || (anyNumber !== true && before.listedOnly),
          phones: [...new Set([...before.phones, ...add])].filter((phone) => !remove.includes(phone)),
        });
        return { requested: made, numbers: await readWithdrawalNumbers(pool, { clientId, mode }) };
      });
      if (requested?.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      cli.show(json, { client_id: clientId, mode, only_listed: numbers.listedOnly, phones: numbers.phones });
    });
}

/** nsimbi client one-collection-per-payer */
function clientOneCollectionPerPayer(cli: Cli) {
  return walletSwitch(cli, {
    name: 'one-collection-per-payer',
    purpose: 'Refuse a second collection from a customer who has not answered the first one, or allow it again.',
    set: setOneCollectionPerPayer,
  });
}

/** nsimbi client unique-references */
function clientUniqueReferences(cli: Cli) {
  return walletSwitch(cli, {
    name: 'unique-references',
    purpose: 'Refuse a payment whose client_reference an earlier payment of the wallet has, or allow it again.',
    set: setUniqueClientReferences,
  });
}

/** A command that switches a setting of one wallet of a client on or off. */
function walletSwitch(
  cli: Cli,
  { name, purpose, set }: { name: string; purpose: string; set: typeof setOneCollectionPerPayer },
) {
  return newCommand(name, purpose)
    .addArgument(new Argument('<switch>', 'on refuses, off allows').choices(['on', 'off'] as const))
    .requiredOption('--client <id>', 'the client that owns the wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .action(async (to, { json, client: clientId, mode }) => {
      const record = await withDatabase(cli, async ({ pool }) => {
        await set(pool, { clientId, mode, on: to === 'on', actor: cli.actor });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}

/** nsimbi client rate-limit */
function clientRateLimit(cli: Cli) {
  return newCommand(
    'rate-limit',
    "Set a client's own rate limits, in both modes. Omitted limits return to the default. Limits of a key take precedence.",
  )
    .requiredOption('--client <id>', 'the client', idValue)
    .option('--rate-limit <name=n>', rateLimitPurpose, rateLimitValues)
    .action(async ({ json, client: clientId, rateLimit: rateLimits = {} }) => {
      await withDatabase(cli, ({ pool }) => setClientRateLimits(pool, { clientId, rateLimits, actor: cli.actor }));
      cli.show(json, { client_id: clientId, rate_limits: { ...rateLimits } });
    });
}

/** nsimbi client quota */
function clientQuota(cli: Cli) {
  return newCommand('quota', 'Set the quotas of a client. Omitted quotas stay; default restores the default.')
    .requiredOption('--client <id>', 'the client', idValue)
    .option('--live-keys <count>', `${quotaMeanings.live_keys}, or default`, quotaValue)
    .option('--test-keys <count>', `${quotaMeanings.test_keys}, or default`, quotaValue)
    .option('--event-streams <count>', `${quotaMeanings.event_streams}, or default`, quotaValue)
    .option('--rate-factor <count>', `${quotaMeanings.rate_factor}, or default`, quotaValue)
    .action(async ({ json, client: clientId, liveKeys, testKeys, eventStreams, rateFactor }) => {
      const options: Record<QuotaName, number | 'default' | undefined> = {
        live_keys: liveKeys,
        test_keys: testKeys,
        event_streams: eventStreams,
        rate_factor: rateFactor,
      };
      const named = Object.entries(options).filter(([, value]) => value !== undefined);
      if (named.length === 0) {
        throw new CommandRefused(
          'give --live-keys, --test-keys, --event-streams or --rate-factor, with a number or default',
        );
      }
      const quotas = await withDatabase(cli, async ({ pool }) => {
        const before = (await clientNumbered(pool, clientId)).quotas;
        const asked: Record<string, number | 'default' | undefined> = { ...before, ...Object.fromEntries(named) };
        const after = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== 'default')) as OwnQuotas;
        await setClientQuotas(pool, { clientId, quotas: after, actor: cli.actor });
        return { ...after };
      });
      cli.show(json, { client_id: clientId, quotas });
    });
}

/** nsimbi client dashboard-ips */
function clientDashboardIps(cli: Cli) {
  return newCommand(
    'dashboard-ips',
    'Show or change the addresses and networks from which a client’s pages in the dashboard can be used.',
  )
    .requiredOption('--client <id>', 'the client', idValue)
    .option('--add <address>', 'allow an address or network; may be repeated', networkValues)
    .option('--remove <address>', 'remove an entry; may be repeated', networkValues)
    .option('--any-address', 'remove the limit: everybody can use the pages from everywhere')
    .action(async ({ json, client: clientId, add = [], remove = [], anyAddress = false }) => {
      if (anyAddress && add.length + remove.length > 0) {
        throw new CommandRefused('give --any-address alone, without --add and --remove');
      }
      const { requested, entries } = await withDatabase(cli, async (database) => {
        const { pool } = database;
        const before = await dashboardIpsOf(pool, clientId);
        const missing = remove.find((entry) => !before.includes(entry));
        if (missing !== undefined) throw new CommandRefused(`the list has no entry ${missing}`);
        if (!anyAddress && add.length + remove.length === 0) return { requested: null, entries: before };
        const after = anyAddress ? [] : [...before, ...add].filter((entry) => !remove.includes(entry));
        if (after.length === 0 && !anyAddress) {
          throw new CommandRefused('this would remove the limit; give --any-address if that is what you want');
        }
        const change = { kind: 'dashboard_ips', client_id: clientId, allowed_ips: after } as const;
        const made = await requestAtTerminal(cli, database, change);
        return { requested: made, entries: await readDashboardIps(pool, clientId) };
      });
      if (requested?.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      cli.show(json, { client_id: clientId, allowed_ips: entries });
    });
}

/** @throws ClientNotFound, as every command about a client. */
async function dashboardIpsOf(db: Queryable, clientId: number): Promise<string[]> {
  await clientNumbered(db, clientId);
  return await readDashboardIps(db, clientId);
}

function quotaValue(text: string): number | 'default' {
  return text === 'default' ? text : countValue(quotaMax)(text);
}
