import type { Figures, Totals } from './figures.ts';

/** What the staff's home shows of a mode. Amounts in shillings, times ISO 8601. */
export interface PlatformHome {
  /** In is what customers paid, fees included; out what operators paid out, without fees. Top-ups and corrections are in neither. */
  readonly figures: Figures<PlatformTotals>;
  readonly revenue: readonly Revenue[];
  readonly money: ClientMoney;
  /** Payments that wait for an operator's final result; operators without any are left out. */
  readonly open: readonly OpenPayments[];
  readonly reviews: { readonly count: number; readonly oldest_at: string | null };
  /** What waits for a second person: of staff, in this mode or of none, and of the clients' own people. */
  readonly waiting: { readonly staff: WaitingPart; readonly clients: WaitingPart };
  readonly webhooks: {
    readonly failing_count: number;
    readonly disabled_count: number;
    /** Those that fail longest. */
    readonly failing: readonly FailingWebhook[];
  };
  /** Clients whose volume grew or fell most against the period before; at most five of each. */
  readonly growth: { readonly up: readonly ClientGrowth[]; readonly down: readonly ClientGrowth[] };
  /** False while what ended lately is still being counted: then the figures are too low. */
  readonly is_counted: boolean;
}

export interface PlatformTotals extends Totals {
  /** From wallet to wallet here. */
  readonly between: number;
  readonly between_count: number;
}

export interface Revenue {
  readonly kind: 'collection' | 'send_money' | 'withdrawal';
  /** Fees of what completed in the period, and in the one before; null where a part was counted without fees. */
  readonly now: number | null;
  readonly before: number | null;
  /** Of the revenue account in the ledger. */
  readonly balance: number;
}

/** What the clients have, and where it is by the ledger. */
export interface ClientMoney {
  /** Available and held, of all wallets. */
  readonly available: number;
  readonly held: number;
  readonly bank: number;
  /** Test money that was given out; 0 in live mode. */
  readonly issued: number;
  readonly floats: readonly OperatorFloat[];
  /** Shillings under which a payout float is low; 0 when no alert is set. */
  readonly float_alert: number;
}

export interface OperatorFloat {
  readonly operator: string;
  readonly operator_account_id: number;
  readonly float: 'collection' | 'disbursement';
  /** Of the account in the ledger. */
  readonly booked: number;
  /** By what the operator reported and what was sent since; null where that is not known, as for the simulator. */
  readonly known: number | null;
  readonly level: 'ok' | 'low' | 'unknown';
}

export const openAges = ['under_1m', 'under_10m', 'under_1h', 'under_24h', 'over_24h'] as const;
export type OpenAge = (typeof openAges)[number];

export interface OpenPayments {
  readonly operator: string;
  readonly direction: 'collection' | 'payout' | 'refund';
  readonly counts: Readonly<Record<OpenAge, number>>;
}

export interface WaitingPart {
  readonly count: number;
  /** Whether there are more than were counted. */
  readonly has_more: boolean;
  readonly oldest_at: string | null;
}

export interface FailingWebhook {
  readonly id: number;
  readonly client_id: number;
  readonly client_name: string;
  readonly url: string;
  readonly since: string;
}

export interface ClientGrowth {
  readonly client_id: number;
  readonly name: string;
  /** Its completed collections, payments and withdrawals, as its own home counts them. */
  readonly now: number;
  readonly before: number;
}
