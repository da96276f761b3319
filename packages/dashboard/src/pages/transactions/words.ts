const types: Readonly<Record<string, string>> = {
  payment_sent: 'Payment sent',
  payment_received: 'Payment received',
  withdrawal: 'Withdrawal',
  collection: 'Collection',
  deposit: 'Top-up',
  adjustment: 'Correction',
  refund: 'Refund',
};

export const typeChoices = Object.entries(types).map(([value, label]) => ({ value, label }));

export const statusChoices = ['pending', 'processing', 'completed', 'failed'].map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

/** What a type of transaction is called. */
export function typeText(type: string): string {
  return types[type] ?? type;
}

const accounts: Readonly<Record<string, string>> = {
  this_wallet: 'This wallet',
  collection_float: 'Operator float, collections',
  disbursement_float: 'Operator float, payouts',
  in_transit: 'In transit',
  clearing: 'Between wallets',
  fee_revenue_collection: 'Fee',
  fee_revenue_send_money: 'Fee',
  fee_revenue_withdrawal: 'Fee',
  suspense: 'Under review',
  issuance: 'Test money',
  bank: 'Bank',
};

/** An account of the ledger: ours by its kind, this wallet, another by its number. */
export function accountText(account: string): string {
  return accounts[account] ?? account.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}
