import type { RefundState } from '../../../wallet/refund-states.ts';
import type { RequestShown } from './requests.ts';

/** A transaction in the form of the dashboard. Amounts in shillings, times ISO 8601. */
export interface DashboardTransaction {
  readonly id: number;
  readonly reference: string;
  readonly external_reference: string | null;
  readonly type: string;
  readonly amount: number;
  readonly fee_amount: number;
  readonly net_amount: number;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  /** Of a collection: the state of its refund; null without a refund. Its status stays completed. */
  readonly refund: RefundState | null;
  readonly description: string | null;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly failed_at: string | null;
  readonly direction: 'in' | 'out';
  readonly failure_code: string | null;
  readonly failure_reason: string | null;
  readonly balance_after: number | null;
  /** Who is on the other side. */
  readonly counterparty: { readonly phone: string | null; readonly name: string | null };
  /** The operator that moves it; null between wallets. */
  readonly provider: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The client's own reference, where it gave one. */
  readonly client_reference?: string;
}

/** One transaction with everything that is known of it. */
export interface TransactionTrail {
  readonly transaction: DashboardTransaction;
  /** What the client noted on it, beside its reference; empty where it noted nothing. */
  readonly noted: Readonly<Record<string, string>>;
  /** Who requested, approved or rejected it; null when there is no such person, or this viewer may not see the name. */
  readonly people: {
    /** The name of the key that it was made with. */
    readonly api_key: string | null;
    readonly maker: string | null;
    readonly approver: string | null;
    readonly rejected_by: string | null;
  };
  readonly steps: readonly TrailStep[];
  readonly transfers: readonly Transfer[];
  readonly deliveries: readonly TrailDelivery[];
  readonly review_cases: readonly TrailCase[];
  /** Statuses and codes of its operator that this program does not know; phones are masked. */
  readonly unknown_words: readonly TrailWord[];
  /** API requests about it, masked; empty for viewers who may not see requests, and after some days. */
  readonly requests: readonly RequestShown[];
  readonly links: {
    /** Of a refund: its collection. */
    readonly refunds: number | null;
    /** Of a collection: its refunds, the newest last. */
    readonly refunded_by: readonly number[];
    /** Of a correction: the transaction that it ends the review of. */
    readonly resolves: number | null;
  };
  /** Whether something may be added to its story without an event: it is not over, or only just. */
  readonly may_change: boolean;
  /** What this person may do with it now. */
  readonly can: { readonly refund: boolean; readonly decide: boolean };
  /** Of a collection: what its refunds leave of it, in shillings; else zero. */
  readonly left_to_refund: number;
}

/** Something that happened. */
export interface TrailStep {
  readonly at: string;
  readonly kind: 'state' | 'operator' | 'event' | 'delivery' | 'review';
  readonly title: string;
  /** Says more; null when there is no more to say. */
  readonly detail: string | null;
  readonly tone: 'good' | 'bad' | 'waiting' | 'neutral' | 'attention';
  /** Of a call of the operator, or its callback: both bodies, masked; null for those who may not see requests. */
  readonly call: TrailCall | null;
}

/** What an operator was sent and what it said: masked, at most 4 KiB of each, and how many bytes they had. */
export interface TrailCall {
  /** How it ended; `received` is a callback, which the operator sent. */
  readonly outcome: 'answered' | 'not_reached' | 'unknown' | 'received';
  /** Null where nothing went over a wire: the simulator's. */
  readonly method: string | null;
  readonly path: string | null;
  readonly request_body: string | null;
  readonly request_bytes: number;
  /** Where no answer came, the reason. */
  readonly answer_body: string | null;
  readonly answer_bytes: number;
}

/** A line of the ledger; accounts are kinds of ours, `this_wallet`, or another wallet by its number. */
export interface Transfer {
  readonly line: number;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
  readonly balance_after: number | null;
  readonly created_at: string;
}

export interface TrailDelivery {
  readonly id: number;
  readonly webhook_id: number;
  readonly url: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'failed' | 'cancelled';
  readonly attempts: number;
  readonly last_response_status: number | null;
  readonly created_at: string;
  readonly delivered_at: string | null;
}

export interface TrailCase {
  readonly id: number;
  readonly meaning: string;
  readonly opened_at: string;
  readonly resolved_at: string | null;
  readonly resolution: string | null;
}

export interface TrailWord {
  readonly call: string;
  readonly word: string;
  readonly treated_as: string;
  readonly times: number;
  readonly raw: string;
  readonly last_heard_at: string;
}
