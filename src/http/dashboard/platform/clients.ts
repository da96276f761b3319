import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  addressLengthMax,
  legalNameLengthMax,
  readClientDetails,
  setClientDetails,
} from '../../../access/client-details.ts';
import {
  ClientNotFound,
  ClientNotValid,
  findClient,
  setClientQuotas,
  setClientRateLimits,
  type WalletSettings,
} from '../../../access/clients.ts';
import { isOwned, requireSecondFactor } from '../../../access/people/team.ts';
import { defaultQuotas, quotaMeanings, quotaNames } from '../../../access/quotas.ts';
import { defaultRateLimits } from '../../../access/rate-limits.ts';
import {
  type ClientSummary,
  clientSearchOf,
  searchClients,
  type WalletSummary,
} from '../../../access/search-clients.ts';
import {
  readWithdrawalNumbers,
  setFrozen,
  setOneCollectionPerPayer,
  setUniqueClientReferences,
} from '../../../access/wallet-settings.ts';
import type { ChangeServices } from '../../../dual-control/change-kind.ts';
import { type Requested, requestChange } from '../../../dual-control/request-change.ts';
import type { Mode } from '../../../ledger/transaction.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import { type Ugx, ugxToJson } from '../../../money/ugx.ts';
import { invalidField, notFound, sentenceOf } from '../../../refusal.ts';
import { sendData, sendPage } from '../../response.ts';
import { enteredAmount } from '../../schemas/amount.ts';
import { idCursor, pageLimit } from '../../schemas/id.ts';
import { lineOf } from '../../schemas/text.ts';
import { askerOf, sendRequested } from '../proposed.ts';
import type { ClientAtPlatform, ClientListed, WalletAtPlatform, WalletListed } from '../schemas/platform-clients.ts';
import { clientParams, type DashboardApi, type DashboardParts } from '../server/api.ts';
import { actorOf, clientContextOf } from '../server/context.ts';

/** Clients, their wallets and what is set for them. */
export function registerClientRoutes(api: DashboardApi, parts: DashboardParts, changes: ChangeServices): void {
  listClientsRoute(api, parts);
  createClientRoute(api, parts, changes);
  readClient(api, parts);
  changeWallet(api, parts);
  changePayoutRules(api, parts, changes);
  changeClient(api, parts);
}

const query = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 120, description: 'Part of a name, digits of a phone, or the number of a client.' }),
  ),
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(idCursor),
});

function listClientsRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    '/platform/clients',
    { schema: { summary: 'Clients, by number', querystring: query }, config: { right: 'clients.read' } },
    async (request, reply) => {
      const { search = '', limit = 25, cursor = '0' } = request.query;
      const found = await searchClients(pool, {
        search: clientSearchOf(search),
        after: Number(cursor),
        limit: limit + 1,
      });
      const data = found.slice(0, limit).map(clientListed);
      const has_more = found.length > limit;
      sendPage(reply, 'Clients retrieved.', {
        data,
        pagination: { has_more, next_cursor: has_more ? String(data.at(-1)?.client_id) : null },
      });
    },
  );
}

/** A client in the platform's list. */
function clientListed(client: ClientSummary): ClientListed {
  return {
    client_id: client.clientId,
    name: client.name,
    phone: client.phone,
    created_at: isoTime(client.createdAtMs),
    live: walletListed(client.wallets.live),
    test: walletListed(client.wallets.test),
  };
}

function walletListed({ walletId, available, held, frozen }: WalletSummary): WalletListed {
  return { wallet_id: walletId, balance: ugxToJson(available), held: ugxToJson(held), frozen };
}

const body = Type.Object({
  name: lineOf(120, 'The name shown to recipients of its payments.', {
    sentence: 'The name must have 1 to 120 characters, without control characters.',
  }),
  phone: Type.String({
    pattern: '^256[0-9]{9}$',
    description: 'Payments to this phone are credited to the client’s wallets.',
    sentence: 'The phone must be a Uganda mobile number of exactly 12 digits that begins with 256.',
  }),
});

function createClientRoute(api: DashboardApi, { pool, settings }: DashboardParts, changes: ChangeServices): void {
  api.post(
    '/platform/clients',
    {
      schema: { summary: 'Create a client with an empty wallet in each mode', body },
      config: { right: 'clients.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { name, phone } = request.body;
      const change = { kind: 'client', name: name.trim(), phone } as const;
      const requested = await requestChange(changes, change, askerOf(request));
      const clientId = requested.is === 'made' ? requested.shown.clientId : undefined;
      const made = clientId === undefined ? {} : await clientAtPlatform({ pool, settings }, clientId);
      sendRequested(reply, requested, 'The client was created.', { ...made });
    },
  );
}

/** Does a change of a client, and says what was wrong with it as the API does. @param field where the form shows it. */
async function asRefusal<T>(field: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof ClientNotFound) throw notFound();
    if (error instanceof ClientNotValid) throw invalidField(field, sentenceOf(error));
    throw error;
  }
}

function readClient(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.get(
    '/platform/clients/:clientId',
    { schema: { summary: 'One client, its wallets and their settings' }, config: { right: 'clients.read' } },
    async (request, reply) => {
      const { clientId } = clientContextOf(request).caller;
      sendData(reply, 'Client retrieved.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );
}

/** A client with all that is set for it. @throws Refusal `not_found` */
async function clientAtPlatform(
  { pool: db, settings }: Pick<DashboardParts, 'pool' | 'settings'>,
  clientId: number,
): Promise<ClientAtPlatform> {
  const [client, details, hasOwner, [summary], live, test] = await Promise.all([
    findClient(db, clientId),
    readClientDetails(db, clientId).catch(noClient),
    isOwned(db, clientId),
    searchClients(db, { search: null, after: clientId - 1, limit: 1 }),
    readWithdrawalNumbers(db, { clientId, mode: 'live' }),
    readWithdrawalNumbers(db, { clientId, mode: 'test' }),
  ]);
  if (client === null || summary?.clientId !== clientId) throw notFound();
  return {
    ...clientListed(summary),
    legal_name: details.legalName,
    address: details.address,
    tin: details.tin,
    two_factor_required: client.twoFactorRequired,
    has_owner: hasOwner,
    rate_limits: { ...client.rateLimits },
    default_rate_limits: { ...defaultRateLimits },
    quotas: { ...client.quotas },
    default_quotas: { ...defaultQuotas(settings) },
    live: walletAtPlatform(summary.wallets.live, client.wallets.live, live.phones),
    test: walletAtPlatform(summary.wallets.test, client.wallets.test, test.phones),
  };
}

/** A client that does not exist is not found, whichever of its parts is read first. */
function noClient(error: unknown): never {
  throw error instanceof ClientNotFound ? notFound() : error;
}

function walletAtPlatform(
  money: WalletSummary,
  settings: WalletSettings,
  withdrawalNumbers: readonly string[],
): WalletAtPlatform {
  return {
    ...walletListed(money),
    limit_per_transaction: json(settings.limitPerTransaction),
    limit_per_day: json(settings.limitPerDay),
    approval_threshold: json(settings.approvalThreshold),
    withdraw_listed_only: settings.withdrawListedOnly,
    withdrawal_numbers: withdrawalNumbers,
    one_collection_per_payer: settings.oneCollectionPerPayer,
    unique_client_references: settings.uniqueClientReferences,
  };
}

function json(amount: Ugx | null): number | null {
  return amount === null ? null : ugxToJson(amount);
}

const changeWalletParams = Type.Object(clientParams);
const walletPath = '/platform/clients/:clientId/:mode';
const right = 'clients.write';

const amountOrNone = (description: string, what: string) =>
  Type.Union([enteredAmount(1), Type.Null()], {
    description: `${description} In shillings; null for none.`,
    sentence: `${what} must be whole shillings from 1, or empty for none.`,
  });

/** What guards the payouts of a wallet: to allow more of live money, a second person must approve it. */
function changePayoutRules(api: DashboardApi, { pool, settings }: DashboardParts, changes: ChangeServices): void {
  api.put(
    `${walletPath}/limits`,
    {
      schema: {
        summary: 'Set the limits of a wallet per transaction and per day in Kampala',
        params: changeWalletParams,
        body: Type.Object({
          per_transaction: amountOrNone('Gross amount of one transaction.', 'The limit per transaction'),
          per_day: amountOrNone('Gross amount of a day.', 'The limit per day'),
        }),
      },
      config: { right, stepUp: 'live' },
    },
    async (request, reply) => {
      const wallet = changedWalletOf(request);
      const { per_transaction, per_day } = request.body;
      const change = { kind: 'wallet_limits', ...wallet, per_transaction, per_day } as const;
      const requested = await asRefusal('per_transaction', requestChange(changes, change, askerOf(request)));
      await answer(reply, requested, 'The limits were saved.', wallet.client_id);
    },
  );

  api.put(
    `${walletPath}/approval-threshold`,
    {
      schema: {
        summary: 'Set the amount from which a second person must approve',
        params: changeWalletParams,
        body: Type.Object({ threshold: amountOrNone('Gross amount.', 'The threshold') }),
      },
      config: { right, stepUp: 'live' },
    },
    async (request, reply) => {
      const wallet = changedWalletOf(request);
      const change = { kind: 'approval_threshold', ...wallet, threshold: request.body.threshold } as const;
      const requested = await asRefusal('threshold', requestChange(changes, change, askerOf(request)));
      await answer(reply, requested, 'The approval threshold was saved.', wallet.client_id);
    },
  );

  api.put(
    `${walletPath}/withdrawal-numbers`,
    {
      schema: {
        summary: 'Set the registered numbers, and whether only they can receive withdrawals',
        params: changeWalletParams,
        body: Type.Object({
          listed_only: Type.Boolean({ description: 'Whether withdrawals to other numbers are refused.' }),
          phones: Type.Array(Type.String(), {
            maxItems: 1_000,
            description: 'All registered numbers, 12 digits each.',
            sentence: 'The numbers must be a list of at most 1,000 phones.',
          }),
        }),
      },
      config: { right, stepUp: 'live' },
    },
    async (request, reply) => {
      const wallet = changedWalletOf(request);
      const { listed_only, phones } = request.body;
      const change = { kind: 'withdrawal_numbers', ...wallet, listed_only, phones } as const;
      const requested = await asRefusal('phones', requestChange(changes, change, askerOf(request)));
      await answer(reply, requested, 'The registered numbers were saved.', wallet.client_id);
    },
  );

  async function answer(reply: FastifyReply, requested: Requested, message: string, clientId: number): Promise<void> {
    sendRequested(reply, requested, message, { ...(await clientAtPlatform({ pool, settings }, clientId)) });
  }
}

function changedWalletOf(request: FastifyRequest): { readonly client_id: number; readonly mode: Mode } {
  const { clientId, mode } = clientContextOf(request).caller;
  return { client_id: clientId, mode };
}

/** What staff sets for one wallet of a client; each change is in the audit log, and the answer is the client after it. */
function changeWallet(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.put(
    `${walletPath}/frozen`,
    {
      schema: {
        summary: 'Freeze or unfreeze a wallet',
        params: changeWalletParams,
        body: Type.Object({ frozen: Type.Boolean({ description: 'No new payment can leave a frozen wallet.' }) }),
      },
      config: { right, stepUp: 'live' },
    },
    async (request, reply) => {
      const { clientId, mode } = clientContextOf(request).caller;
      const actor = actorOf(request);
      const { frozen } = request.body;
      await asRefusal('frozen', setFrozen(pool, { clientId, mode, actor, frozen }));
      const message = frozen ? 'The wallet was frozen.' : 'The wallet was unfrozen.';
      sendData(reply, message, await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    `${walletPath}/one-collection-per-payer`,
    {
      schema: {
        summary: 'Set whether a payer can have only one open collection',
        params: changeWalletParams,
        body: Type.Object({
          on: Type.Boolean({ description: 'Whether a second open collection from the same customer is refused.' }),
        }),
      },
      config: { right },
    },
    async (request, reply) => {
      const { clientId, mode } = clientContextOf(request).caller;
      const actor = actorOf(request);
      await asRefusal('on', setOneCollectionPerPayer(pool, { clientId, mode, actor, on: request.body.on }));
      sendData(reply, 'The setting was saved.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    `${walletPath}/unique-references`,
    {
      schema: {
        summary: 'Set whether a wallet uses each client_reference once',
        params: changeWalletParams,
        body: Type.Object({
          on: Type.Boolean({
            description: 'Whether a payment is refused when an earlier one has its client_reference.',
          }),
        }),
      },
      config: { right },
    },
    async (request, reply) => {
      const { clientId, mode } = clientContextOf(request).caller;
      const actor = actorOf(request);
      await asRefusal('on', setUniqueClientReferences(pool, { clientId, mode, actor, on: request.body.on }));
      sendData(reply, 'The setting was saved.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );
}

const changeClientParams = Type.Object({ clientId: Type.String() });

const lineOrNone = (lengthMax: number, description: string, what: string) =>
  Type.Union([lineOf(lengthMax, description), Type.Null()], {
    description: `${description} null for none.`,
    sentence: `${what} must have 1 to ${lengthMax} characters on one line, or be empty.`,
  });

const detailsBody = Type.Object({
  legal_name: lineOrNone(legalNameLengthMax, 'The registered name.', 'The registered name'),
  address: lineOrNone(addressLengthMax, 'The address.', 'The address'),
  tin: Type.Union([Type.String({ pattern: '^[0-9]{10}$' }), Type.Null()], {
    description: 'The taxpayer identification number, ten digits; null for none.',
    sentence: 'The TIN must have exactly ten digits, or be empty.',
  }),
});

/** What staff sets for a client as a whole; each change is in the audit log, and the answer is the client after it. */
function changeClient(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.put(
    '/platform/clients/:clientId/rate-limits',
    {
      schema: {
        summary: 'Set a client’s own rate limits; omitted limits return to the default',
        params: changeClientParams,
        body: Type.Object({
          rate_limits: Type.Record(Type.String(), Type.Integer({ maximum: Number.MAX_SAFE_INTEGER }), {
            description: 'Requests per minute by name of the limit; limits of a key take precedence.',
            sentence: 'The limits must be whole numbers of requests a minute by name.',
          }),
        }),
      },
      config: { right: 'clients.write' },
    },
    async (request, reply) => {
      const { clientId } = clientContextOf(request).caller;
      const actor = actorOf(request);
      const { rate_limits: rateLimits } = request.body;
      await asRefusal('rate_limits', setClientRateLimits(pool, { clientId, rateLimits, actor }));
      sendData(reply, 'The rate limits were saved.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    '/platform/clients/:clientId/quotas',
    {
      schema: {
        summary: 'Set the quotas of a client; omitted quotas return to the default',
        params: changeClientParams,
        body: Type.Object({
          quotas: Type.Record(Type.String(), Type.Integer({ maximum: Number.MAX_SAFE_INTEGER }), {
            description: `By name: ${quotaNames.map((name) => `${name}, ${quotaMeanings[name]}`).join('; ')}.`,
            sentence: 'The quotas must be whole numbers by name.',
          }),
        }),
      },
      config: { right: 'clients.write' },
    },
    async (request, reply) => {
      const { clientId } = clientContextOf(request).caller;
      const actor = actorOf(request);
      await asRefusal('quotas', setClientQuotas(pool, { clientId, quotas: request.body.quotas, actor }));
      sendData(reply, 'The quotas were saved.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    '/platform/clients/:clientId/details',
    {
      schema: {
        summary: 'Set who a client is in law, as its statements print it',
        params: changeClientParams,
        body: detailsBody,
      },
      config: { right: 'clients.write' },
    },
    async (request, reply) => {
      const { clientId } = clientContextOf(request).caller;
      const { legal_name, address, tin } = request.body;
      const details = { legalName: legal_name?.trim() ?? null, address: address?.trim() ?? null, tin };
      await asRefusal('legal_name', setClientDetails(pool, { clientId, details, actor: actorOf(request) }));
      sendData(reply, 'The details were saved.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    '/platform/clients/:clientId/two-factor',
    {
      schema: {
        summary: 'Set whether the client’s people must have a second factor',
        params: changeClientParams,
        body: Type.Object({ required: Type.Boolean({ description: 'Every person of the client then needs one.' }) }),
      },
      config: { right: 'clients.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { clientId } = clientContextOf(request).caller;
      const actor = actorOf(request);
      await requireSecondFactor(pool, { clientId, required: request.body.required, actor });
      sendData(reply, 'The setting was saved.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );
}
