import { Argument } from '@commander-js/extra-typings';
import { type Client, createClient, listClients, setClientQuotas, setClientRateLimits } from '../access/clients.ts';
import { type OwnQuotas, type QuotaName, quotaMax, quotaMeanings } from '../access/quotas.ts';
import {
  readWithdrawalNumbers,
  setApprovalThreshold,
  setFrozen,
  setOneCollectionPerPayer,
  setWalletLimits,
  setWithdrawalNumbers,
} from '../access/wallet-settings.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import {
  countValue,
  idValue,
  limitFrom,
  limitValue,
  modeValue,
  phoneValue,
  phoneValues,
  rateLimitPurpose,
  rateLimitValues,
} from './option-values.ts';
import type { OutputRecord } from './record.ts';
import { clientNumbered, walletRecord } from './wallet-record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi client */
export function clientCommands(cli: Cli) {
  return newGroup('client', 'Businesses, and what is set for their wallets.', [
    clientCreate(cli),
    clientList(cli),
    clientFreeze(cli),
    clientUnfreeze(cli),
    clientLimit(cli),
    clientApprovalThreshold(cli),
    clientWithdrawalNumbers(cli),
    clientOneCollectionPerPayer(cli),
    clientRateLimit(cli),
    clientQuota(cli),
  ]);
}

/** nsimbi client create */
function clientCreate(cli: Cli) {
  return newCommand('create', 'Create a business with an empty wallet in each mode.')
    .requiredOption('--name <text>', 'its name, as recipients see it')
    .requiredOption('--phone <phone>', 'payments to this phone reach its wallets', phoneValue)
    .action(async ({ json, name, phone }) => {
      const { actor } = cli;
      const client = await withDatabase(cli, ({ pool }) => createClient(pool, { name, phone, actor }));
      cli.show(json, { client_id: client.clientId, name: client.name, phone: client.phone });
    });
}

/** nsimbi client list */
function clientList(cli: Cli) {
  return newCommand('list', 'List businesses in the order of their numbers.')
    .option('--after <id>', 'only those after this number', idValue, 0)
    .option('--limit <count>', 'at most so many', countValue(100_000), 1_000)
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
  return freezing(cli, 'freeze', 'Let nothing new leave a wallet. What is on its way still settles.', true);
}

/** nsimbi client unfreeze */
function clientUnfreeze(cli: Cli) {
  return freezing(cli, 'unfreeze', 'Let money leave a frozen wallet again.', false);
}

function freezing(cli: Cli, name: string, description: string, frozen: boolean) {
  return newCommand(name, description)
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .action(async ({ json, client: clientId, mode }) => {
      const record = await withDatabase(cli, async ({ pool }) => {
        await setFrozen(pool, { clientId, mode, frozen, actor: cli.actor });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}

/** nsimbi client limit */
function clientLimit(cli: Cli) {
  return newCommand('limit', 'Set how much may leave a wallet, fees included. What is not named stays.')
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .option('--per-transaction <shillings>', 'at once, or none', limitValue)
    .option('--per-day <shillings>', 'on one day in Kampala, or none', limitValue)
    .action(async ({ json, client: clientId, mode, perTransaction, perDay }) => {
      if (perTransaction === undefined && perDay === undefined) {
        throw new CommandRefused('say --per-transaction or --per-day, each with shillings or none');
      }
      const record = await withDatabase(cli, async ({ pool }) => {
        const before = (await clientNumbered(pool, clientId)).wallets[mode];
        await setWalletLimits(pool, {
          clientId,
          mode,
          perTransaction: limitFrom(perTransaction, before.limitPerTransaction),
          perDay: limitFrom(perDay, before.limitPerDay),
          actor: cli.actor,
        });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}

/** nsimbi client approval-threshold */
function clientApprovalThreshold(cli: Cli) {
  return newCommand('approval-threshold', 'Set from which amount on a person must approve what leaves a wallet.')
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--amount <shillings>', 'this amount and more, fee included; or none', limitValue)
    .action(async ({ json, client: clientId, mode, amount }) => {
      const record = await withDatabase(cli, async ({ pool }) => {
        await setApprovalThreshold(pool, { clientId, mode, threshold: limitFrom(amount, null), actor: cli.actor });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}

/** nsimbi client withdrawal-numbers */
function clientWithdrawalNumbers(cli: Cli) {
  return newCommand(
    'withdrawal-numbers',
    'Show or change the numbers registered for withdrawals, and whether withdrawals go to no others.',
  )
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .option('--add <phone>', 'register a number; may be repeated', phoneValues)
    .option('--remove <phone>', 'take a number off the list; may be repeated', phoneValues)
    .option('--only-listed', 'withdrawals go to registered numbers only')
    .option('--any-number', 'withdrawals go to any number')
    .action(async ({ json, client: clientId, mode, add = [], remove = [], onlyListed, anyNumber }) => {
      if (onlyListed === true && anyNumber === true) {
        throw new CommandRefused('--only-listed and --any-number exclude each other; say one of them');
      }
      const changes = add.length + remove.length > 0 || onlyListed === true || anyNumber === true;
      const numbers = await withDatabase(cli, async ({ pool }) => {
        const before = await readWithdrawalNumbers(pool, { clientId, mode });
        if (!changes) return before;
        await setWithdrawalNumbers(pool, {
          clientId,
          mode,
          listedOnly: onlyListed === true || (anyNumber !== true && before.listedOnly),
          phones: [...new Set([...before.phones, ...add])].filter((phone) => !remove.includes(phone)),
          actor: cli.actor,
        });
        return await readWithdrawalNumbers(pool, { clientId, mode });
      });
      cli.show(json, { client_id: clientId, mode, only_listed: numbers.listedOnly, phones: numbers.phones });
    });
}

/** nsimbi client one-collection-per-payer */
function clientOneCollectionPerPayer(cli: Cli) {
  return newCommand(
    'one-collection-per-payer',
    'Refuse a collection from a customer who still has one of this wallet to answer, or allow it again.',
  )
    .addArgument(new Argument('<switch>', 'on refuses, off allows').choices(['on', 'off'] as const))
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .action(async (to, { json, client: clientId, mode }) => {
      const record = await withDatabase(cli, async ({ pool }) => {
        await setOneCollectionPerPayer(pool, { clientId, mode, on: to === 'on', actor: cli.actor });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}

/** nsimbi client rate-limit */
function clientRateLimit(cli: Cli) {
  return newCommand(
    'rate-limit',
    "Set a client's own requests a minute, in both modes. What is not named has the default again; a key's own win.",
  )
    .requiredOption('--client <id>', 'whose', idValue)
    .option('--rate-limit <name=n>', rateLimitPurpose, rateLimitValues)
    .action(async ({ json, client: clientId, rateLimit: rateLimits = {} }) => {
      await withDatabase(cli, ({ pool }) => setClientRateLimits(pool, { clientId, rateLimits, actor: cli.actor }));
      cli.show(json, { client_id: clientId, rate_limits: { ...rateLimits } });
    });
}

/** nsimbi client quota */
function clientQuota(cli: Cli) {
  return newCommand(
    'quota',
    'Set what a client may have as a whole. What is not named stays; default takes its own away.',
  )
    .requiredOption('--client <id>', 'whose', idValue)
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
          'say --live-keys, --test-keys, --event-streams or --rate-factor, with a number or default',
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

function quotaValue(text: string): number | 'default' {
  return text === 'default' ? text : countValue(quotaMax)(text);
}
