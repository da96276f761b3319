import { type Caller, makerOf } from '../access/caller.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { type Ugx, ugx, ugxToJson } from '../money/ugx.ts';
import { Refusal } from '../refusal.ts';
import type { MoneyAnswer } from './answer.ts';
import { idempotencyOf, type MoneyServices, perform } from './operation.ts';

/** Puts test shillings in a test wallet. @throws Refusal in live mode: this route does not exist there. */
export async function fundTestWallet(
  services: MoneyServices,
  caller: Caller,
  request: { readonly amount: number },
  idempotency: IdempotentRequest | null,
): Promise<MoneyAnswer> {
  if (caller.mode !== 'test') throw new Refusal('not_found', 'Only test wallets can be funded here; use a test key.');
  return perform(
    services,
    {
      kind: 'adjust',
      walletId: caller.walletId,
      mode: caller.mode,
      type: 'deposit',
      direction: 'in',
      amount: ugx(request.amount),
      reason: 'Test money',
      maker: makerOf(caller),
      approver: null,
      externalReference: null,
      apiKeyId: caller.apiKeyId,
      apiTriggered: caller.apiKeyId !== null,
      idempotency: idempotencyOf(idempotency, services, renderFunding, false),
    },
    { render: renderFunding, callNow: null, onTaken: () => undefined },
  );
}

/** Amounts in shillings. */
export function renderFunding(transaction: Transaction, balance: Ugx | null): string {
  return JSON.stringify({
    success: true,
    message: 'The test money is in the wallet.',
    data: {
      transaction_id: transaction.transactionId,
      reference: referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
      amount: ugxToJson(transaction.amount),
      new_balance: balance === null ? null : ugxToJson(balance),
      created_at: isoTime(transaction.createdAtMs),
    },
  });
}
