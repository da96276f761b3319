import { phoneDigits } from '../../components/phone-text.ts';

/** What a person has filled in. */
export interface MoneyValues {
  readonly phone: string;
  readonly amount: number | string;
  readonly description: string;
  /** Of a collection: the customer, as the business knows them. */
  readonly name: string;
}

/** One way to move money by hand: its words, and how it is asked for. */
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
  readonly amountHint: string;
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
  amountHint: 'What the recipient receives, from UGX 500 to 5,000,000.',
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
  amountHint: 'What arrives, from UGX 500 to 5,000,000.',
  confirmTitle: 'Check the withdrawal',
  totalLabel: 'Total deducted',
  button: 'Withdraw',
  again: 'Another withdrawal',
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
  amountHint: 'What the customer pays, from UGX 1,000 to 5,000,000.',
  confirmTitle: 'Check the collection',
  totalLabel: 'The customer pays',
  button: 'Request',
  again: 'Another collection',
  path: '/collect-payment',
  body: ({ phone, amount, description, name }) => ({
    customer_phone: phoneDigits(phone),
    amount,
    ...given('description', description),
    ...given('customer_name', name),
  }),
};

function given(field: string, text: string): object {
  const trimmed = text.trim();
  return trimmed === '' ? {} : { [field]: trimmed };
}
