import type { FeeOperationName } from '../../../../../../src/http/dashboard/schemas/fees.ts';

/** What costs a fee, in words, and who pays it. */
export const operations: Readonly<Record<FeeOperationName, { readonly title: string; readonly who: string }>> = {
  collection: { title: 'Collections', who: 'Deducted from what the customer pays.' },
  send_money_internal: { title: 'Sending to wallets', who: 'Between wallets of this service.' },
  send_money_external: { title: 'Sending to phones', who: 'To a mobile money number at an operator.' },
  withdrawal: { title: 'Withdrawals', who: 'Added to the amount.' },
};

export const operationNames = Object.keys(operations) as FeeOperationName[];

/** Whether an address names an operation. */
export function isOperation(name: string): name is FeeOperationName {
  return Object.hasOwn(operations, name);
}
