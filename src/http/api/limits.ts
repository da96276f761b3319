import { Type } from 'typebox';
import { feeOperations } from '../../fees/schedules.ts';
import type { WalletOperations } from '../../wallet/operations.ts';
import { type Api, callerOf } from '../api.ts';
import { sendData } from '../response.ts';
import { type AmountBounds, collectionBounds, payoutBounds, shillings } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { moment, nullable } from '../schemas/text.ts';

const message = 'Limits retrieved.';

/** The smallest and largest amount of a request. */
export const requestAmounts: Readonly<Record<string, AmountBounds>> = {
  send_money: payoutBounds,
  withdrawal: payoutBounds,
  collection: collectionBounds,
};

const bounds = Type.Object(
  { minimum: shillings('The smallest amount of a request.'), maximum: shillings('The largest one.') },
  { title: 'AmountBounds' },
);

const band = Type.Object(
  {
    up_to: nullable(shillings('The largest amount of the band; null: without an end.')),
    fixed: shillings('The fixed part of the fee.'),
    basis_points: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hundredths of a percent of the amount.' }),
    minimum: shillings('The smallest fee.'),
    maximum: nullable(shillings('The largest fee; null: none.')),
  },
  { title: 'FeeBand' },
);

const feeSchedule = Type.Object(
  {
    operation: Type.Enum([...feeOperations]),
    effective_from: moment('Since when it applies.'),
    bands: Type.Array(band, {
      description: 'By amount, the smallest first: the first band that reaches an amount decides.',
    }),
  },
  { title: 'FeeSchedule' },
);

const limits = Type.Object(
  {
    mode: Type.Enum(['live', 'test']),
    currency: Type.String({ const: 'UGX' }),
    frozen: Type.Boolean({ description: 'Whether nothing may leave the wallet.' }),
    per_payment: nullable(
      shillings('The most that one payment may take from the wallet, with its fee; null: no limit.'),
    ),
    per_day: nullable(shillings('The most that may leave the wallet on a day of Kampala, with fees; null: no limit.')),
    used_today: shillings('What left it today; payments that failed do not count.'),
    left_today: nullable(shillings('What may still leave it today; null where there is no limit.')),
    day_ends_at: moment('When the next day begins in Kampala.'),
    approval_threshold: nullable(
      shillings('From this amount on, with the fee, a payment needs a second person; null: none does.'),
    ),
    withdraw_listed_only: Type.Boolean({
      description: 'Whether withdrawals go only to numbers on the list of the wallet.',
    }),
    one_collection_per_payer: Type.Boolean({
      description: 'Whether a payer can have only one collection that is not answered yet.',
    }),
    unique_client_references: Type.Boolean({
      description: 'Whether a payment is refused when an earlier one has its client_reference.',
    }),
    as_of: moment('The time of these limits.'),
    fees: Type.Array(feeSchedule, { description: 'What is in force, by operation.' }),
    amounts: Type.Object(Object.fromEntries(Object.keys(requestAmounts).map((name) => [name, bounds])), {
      title: 'RequestAmounts',
    }),
  },
  { title: 'Limits' },
);

export function registerLimitsRoute(api: Api, wallet: WalletOperations): void {
  api.get(
    '/wallet/limits',
    {
      schema: {
        operationId: 'readLimits',
        summary: 'Read the limits and fees in force',
        description: 'What applies to the next payment of this wallet. The budget of the key is in `GET /key`.',
        tags: ['Wallet'],
      },
      config: { access: { limit: 'balance', permissions: ['wallet:read'] }, response: envelopeOf(limits, message) },
    },
    async (request, reply) => {
      sendData(reply, message, { ...(await wallet.readLimits(callerOf(request))), amounts: requestAmounts });
    },
  );
}
