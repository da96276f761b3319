import type { BearerTokens } from '../bearer-tokens.ts';
import type { Books, Payment } from '../books.ts';
import type { Callbacks } from '../callbacks.ts';
import type { Faults } from '../faults/faults.ts';
import type { Lives } from '../life.ts';
import type { LiveSettings } from '../live-settings.ts';
import type { RollingLimit } from '../rolling-limit.ts';
import type { Keys } from './keys.ts';
import type { AirtelAccount, AirtelSettings } from './settings.ts';

/** Everything that the calls of one Airtel stand-in share. */
export interface AirtelWorld {
  readonly account: AirtelAccount;
  readonly settings: LiveSettings<AirtelSettings>;
  readonly books: Books;
  readonly faults: Faults;
  readonly lives: Lives;
  readonly callbacks: Callbacks;
  readonly tokens: BearerTokens<'application'>;
  readonly keys: Keys;
  readonly queryLimit: RollingLimit;
}

/** The states of a payment (providers.md 2.4): success, failed, ambiguous, in progress, expired. */
export const states = ['TS', 'TF', 'TA', 'TIP', 'TE'] as const;

/** Airtel's own id of a payment: for a payout it is ours with a prefix (providers.md 2.6). */
export function airtelMoneyIdOf(payment: Payment): string {
  return payment.kind === 'disbursement' ? `UGD${payment.reference}` : `MP${payment.operatorId}`;
}
