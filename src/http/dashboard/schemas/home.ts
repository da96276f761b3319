import type { Failing } from '../../../webhooks/deliveries/failing.ts';
import type { OperatorSetup } from '../operator-setup.ts';
import type { Figures, Totals } from './figures.ts';

/** What a client's home shows. Amounts in shillings, times ISO 8601. */
export interface Home {
  readonly balance: { readonly available: number; readonly held: number };
  /** In is what reached the wallet, after fees; out what left it, fees included. */
  readonly figures: Figures<Totals>;
  /** Of the operators that had payments in the last seven days. */
  readonly operators: readonly OperatorSuccess[];
  /** False while what ended lately is still being counted: then the figures are too low. */
  readonly is_counted: boolean;
  readonly attention: Attention;
  readonly first_steps: FirstSteps | null;
  /** Where the API is reached. */
  readonly base_url: string;
}

export interface OperatorSuccess {
  readonly operator: string;
  readonly direction: 'collections' | 'payouts';
  readonly last_24_hours: Ended;
  readonly last_7_days: Ended;
}

/** How many payments ended, and how. */
export interface Ended {
  readonly completed: number;
  readonly failed: number;
}

export interface Attention {
  readonly disabled_webhooks: readonly { readonly id: number; readonly url: string; readonly disabled_at: string }[];
  /** Active webhooks with failing deliveries. */
  readonly failing_webhooks: readonly ({ readonly id: number; readonly url: string } & Failing)[];
  /** Of the last deliveries of each webhook, those of the last 24 hours that were given up. */
  readonly failed_deliveries: readonly { readonly webhook_id: number; readonly url: string; readonly count: number }[];
  readonly approvals: Waiting;
  /** Bulk payouts that wait for approval as a whole; none of their money is held yet. */
  readonly bulk_payouts: Waiting;
  readonly review_cases: number;
  /** Payments for which the operator reports no final status. */
  readonly payments_in_review: number;
  /** For staff of the service only; empty for others. */
  readonly low_floats: readonly LowFloat[];
  readonly wallet_frozen: boolean;
  readonly operator_setup: OperatorSetup;
}

/** What waits for a second person; the amount with fees. */
export interface Waiting {
  readonly count: number;
  readonly amount: number;
  readonly next_expires_at: string | null;
}

export interface LowFloat {
  readonly operator: string;
  readonly float: 'collection' | 'disbursement';
  readonly known: number | null;
}

/** The first steps of a new client, in test mode; null once all are done, and in live mode. */
export interface FirstSteps {
  readonly asked_by_api: boolean;
  readonly collected: boolean;
  readonly approved_on_handset: boolean;
  readonly webhook_added: boolean;
}
