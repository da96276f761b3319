import { Type } from 'typebox';
import {
  setApprovalThreshold,
  setFrozen,
  setOneCollectionPerPayer,
  setWalletLimits,
  setWithdrawalNumbers,
} from '../../../../access/wallet-settings.ts';
import { sendData } from '../../../../http/answer.ts';
import { ugx } from '../../../../money/ugx.ts';
import { clientParams, type DashboardApi } from '../../../api.ts';
import { clientDeskOf } from '../../../desk.ts';
import type { DashboardServices } from '../../../services.ts';
import { asRefusal } from './client-refusal.ts';
import { clientAtPlatform } from './read-client.ts';

const params = Type.Object(clientParams);
const walletPath = '/platform/clients/:clientId/:mode';
const right = 'clients.write';

const amountOrNone = (description: string, what: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }), Type.Null()], {
    description: `${description} In shillings; null for none.`,
    sentence: `${what} must be whole shillings from 1, or empty for none.`,
  });

/** What staff sets for one wallet of a client; each change is in the audit log, and the answer is the client after it. */
export function changeWallet(api: DashboardApi, { pool, settings }: DashboardServices): void {
  api.put(
    `${walletPath}/frozen`,
    {
      schema: {
        summary: 'Freeze or unfreeze a wallet',
        params,
        body: Type.Object({ frozen: Type.Boolean({ description: 'Nothing new leaves a frozen wallet.' }) }),
      },
      config: { right },
    },
    async (request, reply) => {
      const { clientId, mode, person: actor } = walletOf(request);
      const { frozen } = request.body;
      await asRefusal('frozen', setFrozen(pool, { clientId, mode, actor, frozen }));
      const message = frozen ? 'The wallet is frozen.' : 'The wallet is not frozen any more.';
      sendData(reply, message, await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    `${walletPath}/limits`,
    {
      schema: {
        summary: 'Set how much may leave a wallet at once and in a day of Kampala',
        params,
        body: Type.Object({
          per_transaction: amountOrNone('Gross amount of one transaction.', 'The limit per transaction'),
          per_day: amountOrNone('Gross amount of a day.', 'The limit per day'),
        }),
      },
      config: { right },
    },
    async (request, reply) => {
      const { clientId, mode, person: actor } = walletOf(request);
      const { per_transaction, per_day } = request.body;
      const limits = { perTransaction: amountOf(per_transaction), perDay: amountOf(per_day) };
      await asRefusal('per_transaction', setWalletLimits(pool, { clientId, mode, actor, ...limits }));
      sendData(reply, 'The limits are set.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    `${walletPath}/approval-threshold`,
    {
      schema: {
        summary: 'Set from which amount on a second person must approve',
        params,
        body: Type.Object({ threshold: amountOrNone('Gross amount.', 'The threshold') }),
      },
      config: { right },
    },
    async (request, reply) => {
      const { clientId, mode, person: actor } = walletOf(request);
      const threshold = amountOf(request.body.threshold);
      await asRefusal('threshold', setApprovalThreshold(pool, { clientId, mode, actor, threshold }));
      sendData(reply, 'The threshold is set.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    `${walletPath}/withdrawal-numbers`,
    {
      schema: {
        summary: 'Set the registered numbers and whether withdrawals go to them only',
        params,
        body: Type.Object({
          listed_only: Type.Boolean({ description: 'Whether withdrawals go to no other numbers.' }),
          phones: Type.Array(Type.String(), {
            maxItems: 1_000,
            description: 'All registered numbers, 12 digits each.',
            sentence: 'The numbers must be a list of at most 1,000 phones.',
          }),
        }),
      },
      config: { right },
    },
    async (request, reply) => {
      const { clientId, mode, person: actor } = walletOf(request);
      const { listed_only: listedOnly, phones } = request.body;
      await asRefusal('phones', setWithdrawalNumbers(pool, { clientId, mode, actor, listedOnly, phones }));
      sendData(reply, 'The numbers are set.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );

  api.put(
    `${walletPath}/one-collection-per-payer`,
    {
      schema: {
        summary: 'Set whether a payer can have only one open collection',
        params,
        body: Type.Object({ on: Type.Boolean({ description: 'Whether nobody is prompted twice at a time.' }) }),
      },
      config: { right },
    },
    async (request, reply) => {
      const { clientId, mode, person: actor } = walletOf(request);
      await asRefusal('on', setOneCollectionPerPayer(pool, { clientId, mode, actor, on: request.body.on }));
      sendData(reply, 'The switch is set.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );
}

function walletOf(request: Parameters<typeof clientDeskOf>[0]) {
  const { clientId, mode, person } = clientDeskOf(request).caller;
  if (person == null) throw new Error('nobody is signed in at the platform’s desk');
  return { clientId, mode, person };
}

function amountOf(shillings: number | null) {
  return shillings === null ? null : ugx(shillings);
}
