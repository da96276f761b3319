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
  description: 'To a phone number: at once to a wallet here, else to mobile money.',
  phoneLabel: 'To',
  phoneField: 'recipient_phone',
  amountLabel: 'Amount',
  amountHint: 'What the recipient gets, from UGX 500 to 5,000,000.',
  confirmTitle: 'Check what you send',
  totalLabel: 'Leaves the wallet',
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
  description: 'From the wallet to a mobile-money account of yours.',
  phoneLabel: 'To the mobile-money account',
  phoneField: 'phone',
  amountLabel: 'Amount',
  amountHint: 'What arrives, from UGX 500 to 5,000,000.',
  confirmTitle: 'Check your withdrawal',
  totalLabel: 'Leaves the wallet',
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
  description: 'Asks a customer to pay: they get a prompt on their phone and approve it with their PIN.',
  phoneLabel: 'From the customer',
  phoneField: 'customer_phone',
  amountLabel: 'Amount',
  amountHint: 'What the customer pays, from UGX 1,000 to 5,000,000.',
  confirmTitle: 'Check what you ask for',
  totalLabel: 'The customer pays',
  button: 'Ask the customer',
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
