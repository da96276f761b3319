import type { TransactionType } from './transaction.ts';

/** The twelve event names of the interface. */
export const eventNames = [
  'transaction.created',
  'transaction.completed',
  'transaction.failed',
  'transaction.pending',
  'wallet.credited',
  'wallet.debited',
  'deposit.completed',
  'deposit.failed',
  'withdrawal.completed',
  'withdrawal.failed',
  'send_money.completed',
  'send_money.failed',
] as const;
export type EventName = (typeof eventNames)[number];

/** The most names that one moment has; the feed reads that far back to find a cursor inside a moment. */
export const namesPerMomentMax = 8;

type PayoutType = Extract<TransactionType, 'payment_sent' | 'withdrawal'>;
const payoutStem = { payment_sent: 'send_money', withdrawal: 'withdrawal' } as const;

/** Which moment emits which events, in order: the table of interface-decisions.md section 6. */
export const eventsOf = {
  collectionAccepted: (): EventName[] => ['transaction.created'],
  collectionCompleted: (): EventName[] => ['transaction.completed', 'deposit.completed', 'wallet.credited'],
  collectionFailed: (): EventName[] => ['transaction.failed', 'deposit.failed'],
  internalSent: (): EventName[] => [
    'transaction.created',
    'wallet.debited',
    'transaction.completed',
    'send_money.completed',
  ],
  internalReceived: (): EventName[] => ['transaction.created', 'wallet.credited', 'transaction.completed'],
  payoutAccepted: (): EventName[] => ['transaction.created', 'wallet.debited'],
  payoutAwaitsApproval: (): EventName[] => ['transaction.created', 'wallet.debited', 'transaction.pending'],
  payoutCompleted: (type: PayoutType): EventName[] => ['transaction.completed', `${payoutStem[type]}.completed`],
  payoutFailed: (type: PayoutType): EventName[] => [
    'transaction.failed',
    `${payoutStem[type]}.failed`,
    'wallet.credited',
  ],
  refundAccepted: (): EventName[] => ['transaction.created', 'wallet.debited'],
  refundCompleted: (): EventName[] => ['transaction.completed'],
  refundFailed: (): EventName[] => ['transaction.failed', 'wallet.credited'],
  bookedForTheHouse: (): EventName[] => ['transaction.created', 'transaction.completed'],
  adjusted: (type: 'deposit' | 'adjustment', direction: 'in' | 'out'): EventName[] => [
    'transaction.created',
    'transaction.completed',
    direction === 'in' ? 'wallet.credited' : 'wallet.debited',
    ...(type === 'deposit' ? (['deposit.completed'] as const) : []),
  ],
} as const;
