import { Option } from '@commander-js/extra-typings';
import {
  type ApiKey,
  ApiKeyNotFound,
  type CreatedApiKey,
  findApiKey,
  listApiKeys,
  revokeApiKey,
} from '../access/api-keys.ts';
import { type BudgetState, limitsToJson } from '../access/key-budget.ts';
import { fingerprintOf } from '../access/signing-keys.ts';
import type { Requested } from '../dual-control/request-change.ts';
import type { BudgetLimits } from '../ledger/rows/key-budget.ts';
import { isoTime, isoTimeOrNull } from '../ledger/transaction-object.ts';
import type { Ugx } from '../money/ugx.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import {
  durationValue,
  idValue,
  limitFrom,
  limitValue,
  modeValue,
  networkValues,
  permissionsPurpose,
  permissionsValue,
  rateLimitPurpose,
  rateLimitValues,
  shillingsValue,
  signingKeyPurpose,
  signingKeyValues,
  textsValue,
} from './option-values.ts';
import type { OutputRecord } from './record.ts';
import { requestAtTerminal, showProposed } from './requested-change.ts';
import { clientNumbered } from './wallet-record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi key */
export function keyCommands(cli: Cli) {
  return newGroup('key', 'API keys.', [
    keyCreate(cli),
    keyList(cli),
    keyBudget(cli),
    keySigningKeys(cli),
    keyRevoke(cli),
    keyRoll(cli),
  ]);
}

/** nsimbi key create */
function keyCreate(cli: Cli) {
  return newCommand('create', 'Create an API key. It is shown only once and is not stored.')
    .requiredOption('--client <id>', 'the client', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--permissions <names>', permissionsPurpose, permissionsValue)
    .option('--name <text>', 'its purpose', 'created on the command line')
    .option('--expires-in <duration>', 'the time until it expires, such as 90d; default never', durationValue)
    .option('--allow-ip <address>', 'an address or network that may use it; may be repeated', networkValues)
    .option('--rate-limit <name=n>', rateLimitPurpose, rateLimitValues)
    .option('--per-payment <shillings>', 'the most that one payment of it may take, fee included', shillingsValue)
    .option('--per-day <shillings>', 'the most that it may pay per day in Kampala time, fees included', shillingsValue)
    .option('--per-month <shillings>', 'the most that it may pay per month in Kampala time', shillingsValue)
    .option('--signing-key <key>', signingKeyPurpose, signingKeyValues)
    .action(async (options) => {
      const requested = await withDatabase(cli, (database) =>
        requestAtTerminal(cli, database, {
          kind: 'api_key',
          client_id: options.client,
          mode: options.mode,
          name: options.name,
          permissions: options.permissions,
          expires_at: options.expiresIn === undefined ? null : isoTime(Date.now() + options.expiresIn),
          allowed_ips: options.allowIp ?? [],
          rate_limits: options.rateLimit ?? {},
          budget: limitsToJson(budgetOf(options)),
          signing_keys: options.signingKey ?? [],
        }),
      );
      showKey(cli, options.json, requested);
    });
}

/** Shows the text of a new key, or the proposal whose approver will see it. */
function showKey(cli: Cli, json: boolean | undefined, requested: Requested): void {
  if (requested.is === 'proposed') {
    showProposed(cli, json, requested.proposalId);
    return;
  }
  if (requested.shown.apiKey === undefined) throw new Error('an API key was made and not returned');
  cli.show(json, createdKeyRecord(requested.shown.apiKey));
  if (json !== true) cli.output.say('Save the key now: it is not stored and cannot be shown again.');
}

/** The budget that options give; null where they give none. */
function budgetOf(options: {
  readonly perPayment?: Ugx | undefined;
  readonly perDay?: Ugx | undefined;
  readonly perMonth?: Ugx | undefined;
}): BudgetLimits | null {
  const { perPayment = null, perDay = null, perMonth = null } = options;
  return perPayment === null && perDay === null && perMonth === null ? null : { perPayment, perDay, perMonth };
}

/** A key that was just made, with its text (interface-decisions.md section 10). */
function createdKeyRecord(key: CreatedApiKey): OutputRecord {
  return {
    api_key_id: key.apiKeyId,
    api_key: key.apiKey,
    client_id: key.clientId,
    mode: key.mode,
    permissions: key.permissions,
  };
}

/** nsimbi key list */
function keyList(cli: Cli) {
  return newCommand('list', "List a client's API keys, also revoked and expired ones, without their secrets.")
    .requiredOption('--client <id>', 'the client', idValue)
    .action(async ({ json, client: clientId }) => {
      const keys = await withDatabase(cli, async ({ pool }) => {
        await clientNumbered(pool, clientId);
        return await listApiKeys(pool, clientId);
      });
      cli.showAll(json, keys.map(recordOf), `Client ${clientId} has no keys: nsimbi key create creates one.`);
    });
}

function recordOf(key: ApiKey): OutputRecord {
  return {
    api_key_id: key.apiKeyId,
    key: key.shownAs,
    name: key.name,
    mode: key.mode,
    permissions: key.permissions,
    rate_limits: { ...key.rateLimits },
    allowed_ips: key.allowedIps,
    last_used_at: isoTimeOrNull(key.lastUsedAtMs),
    expires_at: isoTimeOrNull(key.expiresAtMs),
    revoked_at: isoTimeOrNull(key.revokedAtMs),
    rolled_to: key.rolledTo,
    budget: budgetRecord(key.budget),
    signing_keys: key.signingKeys.map(fingerprintOf),
  };
}

function budgetRecord(budget: BudgetState | null): OutputRecord | null {
  if (budget === null) return null;
  const { perPayment, perDay, usedInDay, perMonth, usedInMonth } = budget;
  return {
    per_payment: perPayment,
    per_day: perDay,
    used_today: usedInDay,
    per_month: perMonth,
    used_this_month: usedInMonth,
  };
}

/** nsimbi key budget */
function keyBudget(cli: Cli) {
  return newCommand(
    'budget',
    'Set what an API key may pay, fees included, also after it is rolled. Omitted limits stay.',
  )
    .argument('<api-key-id>', 'the number of the key, from nsimbi key list', idValue)
    .option('--per-payment <shillings>', 'per payment, or none', limitValue)
    .option('--per-day <shillings>', 'per day in Kampala time, or none', limitValue)
    .option('--per-month <shillings>', 'per month in Kampala time, or none', limitValue)
    .action(async (apiKeyId, { json, perPayment, perDay, perMonth }) => {
      if (perPayment === undefined && perDay === undefined && perMonth === undefined) {
        throw new CommandRefused('give --per-payment, --per-day or --per-month, each with shillings or none');
      }
      const { requested, key } = await withDatabase(cli, async (database) => {
        const found = await findApiKey(database.pool, apiKeyId);
        if (found === null) throw new ApiKeyNotFound(apiKeyId);
        const before = found.budget;
        const budget = {
          perPayment: limitFrom(perPayment, before?.perPayment ?? null),
          perDay: limitFrom(perDay, before?.perDay ?? null),
          perMonth: limitFrom(perMonth, before?.perMonth ?? null),
        };
        const made = await requestAtTerminal(cli, database, {
          kind: 'key_budget',
          client_id: found.clientId,
          mode: found.mode,
          api_key_id: apiKeyId,
          budget: limitsToJson(budget),
        });
        return { requested: made, key: (await findApiKey(database.pool, apiKeyId)) ?? found };
      });
      if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      cli.show(json, { api_key_id: key.apiKeyId, key: key.shownAs, budget: budgetRecord(key.budget) });
    });
}

/** nsimbi key signing-keys */
function keySigningKeys(cli: Cli) {
  return newCommand(
    'signing-keys',
    'Change the public keys one of which must sign each request of an API key. Without any, requests need no signature.',
  )
    .argument('<api-key-id>', 'the number of the key, from nsimbi key list', idValue)
    .option('--add <key>', signingKeyPurpose, signingKeyValues)
    .option('--remove <fingerprint>', 'the fingerprint of a signing key; may be repeated', textsValue)
    .action(async (apiKeyId, { json, add = [], remove = [] }) => {
      if (add.length + remove.length === 0) {
        throw new CommandRefused('give --add with a public key, or --remove with a fingerprint');
      }
      const { requested, key } = await withDatabase(cli, async (database) => {
        const found = await findApiKey(database.pool, apiKeyId);
        if (found === null) throw new ApiKeyNotFound(apiKeyId);
        const unknown = remove.find((one) => !found.signingKeys.some((known) => fingerprintOf(known) === one));
        if (unknown !== undefined) throw new CommandRefused(`the key has no signing key ${unknown}: nsimbi key list`);
        const kept = found.signingKeys.filter((known) => !remove.includes(fingerprintOf(known)));
        const made = await requestAtTerminal(cli, database, {
          kind: 'signing_keys',
          client_id: found.clientId,
          mode: found.mode,
          api_key_id: apiKeyId,
          signing_keys: [...new Set([...kept, ...add])].sort(),
        });
        return { requested: made, key: (await findApiKey(database.pool, apiKeyId)) ?? found };
      });
      if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      const signingKeys = key.signingKeys.map(fingerprintOf);
      cli.show(json, { api_key_id: key.apiKeyId, key: key.shownAs, signing_keys: signingKeys });
    });
}

/** nsimbi key revoke */
function keyRevoke(cli: Cli) {
  return newCommand('revoke', 'Revoke an API key. It stops working within a second.')
    .argument('<api-key-id>', 'the number of the key, from nsimbi key list', idValue)
    .action(async (apiKeyId, { json }) => {
      const key = await withDatabase(cli, ({ pool }) => revokeApiKey(pool, { apiKeyId, actor: cli.actor }));
      cli.show(json, { api_key_id: key.apiKeyId, key: key.shownAs, revoked_at: isoTimeOrNull(key.revokedAtMs) });
    });
}

/** nsimbi key roll */
function keyRoll(cli: Cli) {
  return newCommand('roll', 'Create a key with the same rights that replaces another.')
    .argument('<api-key-id>', 'the number of the old key, from nsimbi key list', idValue)
    .addOption(
      new Option('--overlap <duration>', 'how long the old key still works')
        .argParser(durationValue)
        .default(86_400_000, '24h'),
    )
    .action(async (apiKeyId, { json, overlap: overlapMs }) => {
      const requested = await withDatabase(cli, async (database) => {
        const key = await findApiKey(database.pool, apiKeyId);
        if (key === null) throw new ApiKeyNotFound(apiKeyId);
        const wallet = { client_id: key.clientId, mode: key.mode };
        const change = { kind: 'api_key_roll', ...wallet, api_key_id: apiKeyId, overlap_ms: overlapMs } as const;
        return await requestAtTerminal(cli, database, change);
      });
      showKey(cli, json, requested);
    });
}
