import type { SentCallback } from '../books.ts';

export type OperatorName = 'mtn' | 'airtel';

/** Where a payment is, in words that both operators share. */
export type Outcome = 'open' | 'succeeded' | 'failed';

export type CallKind = 'token' | 'collection' | 'payout' | 'refund' | 'query' | 'balance' | 'person' | 'other';

/**
 * What an answer meant to the caller. `unknown`: the caller cannot know what became of its call, because there was no
 * answer, none that can be read, or one that the operator documents as ambiguous.
 */
export type Meaning =
  | 'accepted'
  | 'duplicate'
  | 'refused'
  | 'unknown'
  | 'unauthorized'
  | 'rate_limited'
  | 'not_found'
  | 'state';

/** Why a call was refused or a payment failed, as far as a rule asks. */
export type ReasonClass = 'configuration' | 'no_wallet' | 'no_funds' | 'other';

/** What of a call can be read from its request alone. Nothing secret is in it. */
export interface RequestFacts {
  readonly kind: CallKind;
  /** MTN's product in the path, and those that the subscription key and the token belong to; null when unknown or at Airtel. */
  readonly product: string | null;
  readonly keyProduct: string | null;
  readonly tokenProduct: string | null;
  /** The number of the access token in the order in which tokens were given out; null without a token that was given out. */
  readonly token: number | null;
  /** The caller's id of the payment; of an Airtel refund, the operator's id of the collection. */
  readonly reference: string | null;
  /** As it was sent. */
  readonly phone: string | null;
  /** In the account's currency. */
  readonly amount: number | null;
  /** Texts that a customer or a merchant will see. */
  readonly texts: readonly string[];
  /** False when the call names another environment than the account has. */
  readonly isOurEnvironment: boolean;
}

/** What of a call can be read from its answer. */
export interface AnswerFacts {
  readonly meaning: Meaning;
  readonly code: string | null;
  readonly reason: ReasonClass | null;
  /** The state of a payment that the answer shows. */
  readonly outcome: Outcome | null;
  /** The form of the reason of a failed payment at MTN. */
  readonly reasonForm: 'text' | 'object' | null;
  /** Whether a success came beside a code or a flag that says something else (Airtel). */
  readonly isContradictory: boolean;
  /** The balance that the answer shows, in the account's currency. */
  readonly balance: number | null;
}

/** One call of an operator, from its arrival to its end. Times are milliseconds since 1970. */
export interface RecordedCall extends RequestFacts, AnswerFacts {
  readonly operator: OperatorName;
  readonly atMs: number;
  /** When the answer was sent, the connection was cut, or the caller left; null while none of them has happened. */
  readonly endedAtMs: number | null;
  /** An HTTP status; `reset` and `silence` are the stand-in's doing, `left` is the caller's. */
  readonly answer: number | 'reset' | 'silence' | 'left';
}

/** A payment in the books, in words that both operators share. Amount in the account's currency, times since 1970 in milliseconds. */
export interface ObservedPayment {
  readonly operator: OperatorName;
  readonly reference: string;
  readonly kind: 'collection' | 'payout' | 'refund';
  readonly phone: string;
  readonly amount: number;
  readonly createdAtMs: number;
  readonly turns: readonly { readonly atMs: number; readonly outcome: Outcome }[];
  readonly callbacks: readonly Pick<SentCallback, 'atMs' | 'genuine' | 'answer'>[];
}

/** An operator that takes part. */
export interface ObservedOperator {
  readonly operator: OperatorName;
  /** Status queries that it takes in one second; null is no cap. */
  readonly queriesPerSecond: number | null;
  readonly tokenLifetimeMs: number;
  /** Whether numbers are those of Uganda; the numbers of MTN's sandbox are of another country. */
  readonly takesUgandaNumbers: boolean;
}

/** All that a report is made from. */
export interface Observation {
  readonly nowMs: number;
  /** How long a caller may take for its next step before the report counts it as left out, in milliseconds. */
  readonly patienceMs: number;
  readonly operators: readonly ObservedOperator[];
  /** In the order of their arrival. */
  readonly calls: readonly RecordedCall[];
  readonly payments: readonly ObservedPayment[];
}
