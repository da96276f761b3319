import { findClient, type WalletSettings } from '../../../../access/clients.ts';
import { defaultQuotas } from '../../../../access/quotas.ts';
import { defaultRateLimits } from '../../../../access/rate-limits.ts';
import { searchClients, type WalletSummary } from '../../../../access/search-clients.ts';
import { readWithdrawalNumbers } from '../../../../access/wallet-settings.ts';
import { sendData } from '../../../../http/answer.ts';
import { notFound } from '../../../../http/refusal-of-error.ts';
import { type Ugx, ugxToJson } from '../../../../money/ugx.ts';
import type { DashboardApi } from '../../../api.ts';
import { clientDeskOf } from '../../../desk.ts';
import type { ClientAtPlatform, WalletAtPlatform } from '../../../schemas/platform-clients.ts';
import type { DashboardServices } from '../../../services.ts';
import { clientListed, walletListed } from './client-object.ts';

export function readClient(api: DashboardApi, { pool, settings }: DashboardServices): void {
  api.get(
    '/platform/clients/:clientId',
    { schema: { summary: 'One client, its wallets and what is set for them' }, config: { right: 'clients.read' } },
    async (request, reply) => {
      const { clientId } = clientDeskOf(request).caller;
      sendData(reply, 'Client retrieved.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );
}

/** A client with all that is set for it. @throws Refusal `not_found` */
export async function clientAtPlatform(
  { pool: db, settings }: Pick<DashboardServices, 'pool' | 'settings'>,
  clientId: number,
): Promise<ClientAtPlatform> {
  const [client, [summary], live, test] = await Promise.all([
    findClient(db, clientId),
    searchClients(db, { search: null, after: clientId - 1, limit: 1 }),
    readWithdrawalNumbers(db, { clientId, mode: 'live' }),
    readWithdrawalNumbers(db, { clientId, mode: 'test' }),
  ]);
  if (client === null || summary?.clientId !== clientId) throw notFound();
  return {
    ...clientListed(summary),
    two_factor_required: client.twoFactorRequired,
    rate_limits: { ...client.rateLimits },
    default_rate_limits: { ...defaultRateLimits },
    quotas: { ...client.quotas },
    default_quotas: { ...defaultQuotas(settings) },
    live: walletAtPlatform(summary.wallets.live, client.wallets.live, live.phones),
    test: walletAtPlatform(summary.wallets.test, client.wallets.test, test.phones),
  };
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
  };
}

function json(amount: Ugx | null): number | null {
  return amount === null ? null : ugxToJson(amount);
}
