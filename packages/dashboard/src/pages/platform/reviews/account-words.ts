const words: Readonly<Record<string, string>> = {
  house: 'Nsimbi’s own wallet',
  suspense: 'Suspense (under review)',
  in_transit: 'Held for payments in progress',
  receivable: 'Owed by the client',
  loss: 'Losses written off',
  other_income: 'Income without a known owner',
  fee_revenue_collection: 'Fee revenue from collections',
  fee_revenue_send_money: 'Fee revenue from payments',
  fee_revenue_withdrawal: 'Fee revenue from withdrawals',
  clearing: 'Between wallets',
};

/**
 * An account of the ledger in words. Pure.
 * @param account its kind, or `wallet` for the client's.
 */
export function accountWords(
  account: string,
  { client, operator }: { readonly client: string | null; readonly operator: string | null },
): string {
  if (account === 'wallet') return `Wallet of ${client ?? 'the client'}`;
  if (account === 'collection_float') return `${operator ?? 'Operator'} float for collections`;
  if (account === 'disbursement_float') return `${operator ?? 'Operator'} float for payouts`;
  return words[account] ?? account.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}
