import { Type } from 'typebox';
import { readClientDetails } from '../../access/client-details.ts';
import { findClient } from '../../access/clients.ts';
import { defaultQuotas, quotaNames } from '../../access/quotas.ts';
import { defaultRateLimits } from '../../access/rate-limits.ts';
import { readWithdrawalNumbers } from '../../access/wallet-settings.ts';
import { feeOperations } from '../../fees/schedules.ts';
import { notFound } from '../../refusal.ts';
import { issuerOf } from '../../statements/issuer.ts';
import { costOf } from '../../wallet/quote-fee.ts';
import { readWalletLimits, renderLimits, renderSchedule } from '../../wallet/read-limits.ts';
import { sendData } from '../response.ts';
import { collectionBounds, payoutBounds } from '../schemas/amount.ts';
import { compileCostValidator, costQuery } from '../schemas/fee.ts';
import type { BusinessSettings, CostObject, NamedNumber } from './schemas/business-settings.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf, clientContextOf } from './server/context.ts';

/** What applies to a business, for its own people: limits, approvals, fees. They read it; staff of the service sets it. */
export function registerBusinessSettingsRoutes(api: DashboardApi, parts: DashboardParts): void {
  readBusinessSettings(api, parts);
  readCost(api, parts);
}

function readBusinessSettings(api: DashboardApi, { pool, money, settings }: DashboardParts): void {
  api.get(
    `${clientPath}/settings`,
    {
      schema: {
        summary: 'The limits, approvals and fees that apply to a client',
        description: 'Each fee, rate limit and quota says whether it is of this client or of everybody.',
        params: Type.Object(clientParams),
      },
      config: { right: 'settings.read' },
    },
    async (request, reply) => {
      const { caller, allowedIps, requires } = clientContextOf(request);
      const { clientId, walletId, mode } = caller;
      const [client, details, limits, numbers, schedules] = await Promise.all([
        findClient(pool, clientId),
        readClientDetails(pool, clientId),
        readWalletLimits(pool, walletId),
        readWithdrawalNumbers(pool, { clientId, mode }),
        Promise.all(feeOperations.map((operation) => money.feeBook.inForce(operation, clientId))),
      ]);
      if (client === null) throw notFound();
      const inForce = renderLimits(limits);
      const answer: BusinessSettings = {
        business: {
          name: client.name,
          phone: client.phone,
          legal_name: details.legalName,
          address: details.address,
          tin: details.tin,
        },
        operated_by: issuerOf(settings)?.name ?? null,
        limits: {
          frozen: inForce.frozen,
          per_payment: inForce.per_payment,
          per_day: inForce.per_day,
          used_today: inForce.used_today,
          left_today: inForce.left_today,
          approval_threshold: inForce.approval_threshold,
          withdraw_listed_only: inForce.withdraw_listed_only,
          one_collection_per_payer: inForce.one_collection_per_payer,
          unique_client_references: inForce.unique_client_references,
        },
        withdrawal_numbers: numbers.phones,
        amounts: { payout: payoutBounds, collection: collectionBounds },
        fees: schedules.map((schedule) => ({ ...renderSchedule(schedule), is_own: schedule.clientId !== null })),
        rate_limits: namedNumbers(Object.keys(defaultRateLimits), client.rateLimits, defaultRateLimits),
        quotas: namedNumbers(quotaNames, client.quotas, defaultQuotas(settings)),
        two_factor_required: requires,
        allowed_addresses: allowedIps.length,
      };
      sendData(reply, 'Settings retrieved.', answer);
    },
  );
}

function namedNumbers(
  names: readonly string[],
  own: Readonly<Record<string, number | undefined>>,
  ofEverybody: Readonly<Record<string, number>>,
): NamedNumber[] {
  return names.map((name) => ({ name, value: own[name] ?? ofEverybody[name] ?? 0, is_own: own[name] !== undefined }));
}

function readCost(api: DashboardApi, { money }: DashboardParts): void {
  api.get(
    `${clientPath}/settings/cost`,
    {
      validatorCompiler: compileCostValidator,
      schema: {
        summary: 'What an amount would cost a client now',
        description: 'By the rule that payments are charged by. The fee of a payout is added to the amount.',
        params: Type.Object(clientParams),
        querystring: costQuery,
      },
      config: { right: 'settings.read' },
    },
    async (request, reply) => {
      const { operation, amount } = request.query;
      const { clientId } = clientCallerOf(request);
      const cost: CostObject = await costOf(money, clientId, { operation, amount, senderPaysFee: true });
      sendData(reply, 'Cost calculated.', { ...cost });
    },
  );
}
