import { moneyText } from '../../components/money-text.ts';
import { phoneDigits } from '../../components/phone-text.ts';

/** What a person has filled in. */
export interface MoneyValues {
  readonly phone: string;
  readonly amount: number | string;
  readonly description: string;
  /** Of a collection: the customer, as the business knows them. */
  readonly name: string;
}

/** One way to move money by hand: its words, and how the service is asked for it. */
export interface MoneyOperation {
  readonly kind: 'send_money' | 'withdrawal' | 'collection';
  readonly title: string;
  /** What is made, within a sentence. */
  readonly noun: 'payment' | 'withdrawal' | 'collection';
  readonly description: string;
  readonly phoneLabel: string;
  /** What the service calls the phone. */
  readonly phoneField: 'recipient_phone' | 'phone' | 'customer_phone';
  readonly amountLabel: string;
  /** What the amount is. */
  readonly amountMeaning: string;
  /** The bounds of the amount in shillings, which the service checks. */
  readonly amountMin: number;
  readonly amountMax: number;
  /** Whose payments are suggested and listed. */
  readonly counterparty: 'recipient' | 'customer';
  /** The type of its transactions. */
  readonly transactionType: 'payment_sent' | 'withdrawal' | 'collection';
  /** Above the last ones of a phone. */
  readonly lastTitle: string;
  /** Above the cost, when confirming. */
  readonly confirmTitle: string;
  readonly totalLabel: string;
  readonly button: string;
  readonly again: string;
  readonly path: string;
  readonly body: (values: MoneyValues) => object;
}

export const send: MoneyOperation = {
  kind: 'send_money',
  title: 'Send money',
  noun: 'payment',
  description: 'To a phone number: at once to a wallet of this service, otherwise to mobile money.',
  phoneLabel: 'To',
  phoneField: 'recipient_phone',
  amountLabel: 'Amount',
  amountMeaning: 'What the recipient receives',
  amountMin: 500,
  amountMax: 5_000_000,
  counterparty: 'recipient',
  transactionType: 'payment_sent',
  lastTitle: 'Last payments to this phone',
  confirmTitle: 'Check the payment',
  totalLabel: 'Total deducted',
  button: 'Send',
  again: 'Send another payment',
  path: '/send-money',
  body: ({ phone, amount, description }) => ({
    recipient_phone: phoneDigits(phone),
    amount,
    ...given('description', description),
  }),
};

export const withdraw: MoneyOperation = {
  kind: 'withdrawal',
  title: 'Withdraw',
  noun: 'withdrawal',
  description: 'From the wallet to your mobile-money account.',
  phoneLabel: 'To the mobile-money account',
  phoneField: 'phone',
  amountLabel: 'Amount',
  amountMeaning: 'What arrives',
  amountMin: 500,
  amountMax: 5_000_000,
  counterparty: 'recipient',
  transactionType: 'withdrawal',
  lastTitle: 'Last withdrawals to this phone',
  confirmTitle: 'Check the withdrawal',
  totalLabel: 'Total deducted',
  button: 'Withdraw',
  again: 'Make another withdrawal',
  path: '/withdraw/mobile',
  body: ({ phone, amount, description }) => ({
    phone: phoneDigits(phone),
    amount,
    ...given('description', description),
  }),
};

export const collect: MoneyOperation = {
  kind: 'collection',
  title: 'Collect',
  noun: 'collection',
  description: 'Request a payment from a customer. They receive a prompt on their phone and approve it with their PIN.',
  phoneLabel: 'From the customer',
  phoneField: 'customer_phone',
  amountLabel: 'Amount',
  amountMeaning: 'What the customer pays',
  amountMin: 1_000,
  amountMax: 5_000_000,
  counterparty: 'customer',
  transactionType: 'collection',
  lastTitle: 'Last collections from this phone',
  confirmTitle: 'Check the collection',
  totalLabel: 'You receive',
  button: 'Request',
  again: 'Request another payment',
  path: '/collect-payment',
  body: ({ phone, amount, description, name }) => ({
    customer_phone: phoneDigits(phone),
    amount,
    ...given('description', description),
    ...given('customer_name', name),
  }),
};

/** Below the field of the amount: what it is, and its bounds. */
export function amountHint({ amountMeaning, amountMin, amountMax }: MoneyOperation): string {
  return `${amountMeaning}, from ${moneyText(amountMin)} to ${moneyText(amountMax)}.`;
}

function given(field: string, text: string): object {
  const trimmed = text.trim();
  return trimmed === '' ? {} : { [field]: trimmed };
}
