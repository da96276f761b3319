import type { EventName } from '../../../../../src/ledger/event-names.ts';

/** Every event's name, in the order in which a person chooses among them. */
export const eventNames = [
  'transaction.created',
  'transaction.pending',
  'transaction.completed',
  'transaction.failed',
  'wallet.credited',
  'wallet.debited',
  'deposit.completed',
  'deposit.failed',
  'send_money.completed',
  'send_money.failed',
  'withdrawal.completed',
  'withdrawal.failed',
] as const satisfies readonly EventName[];

/** Does not compile when a name is missing above. */
export const everyNameIsListed: Exclude<EventName, (typeof eventNames)[number]> extends never ? true : never = true;
