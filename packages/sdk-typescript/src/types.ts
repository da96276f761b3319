import type { components, operations } from './generated/api.ts';

// Names for what the API takes and gives. All amounts are whole shillings, all times ISO 8601 in UTC, all ids integers.

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
/** Times of a query may also be given as a Date. */
type WithDates<Query, Names extends keyof Query> = Omit<Query, Names> & { [Name in Names]?: Query[Name] | Date };

export type ApiKey = Schemas['ApiKey'];
export type Balance = Schemas['Balance'];
export type BalanceQuery = WithDates<QueryOf<'readBalance'>, 'at'>;
export type Batch = Schemas['Batch'];
export type BatchRequest = Schemas['BatchRequest'];
export type BulkPayout = Schemas['BulkPayout'];
export type BulkPayoutRequest = Schemas['CreateBulkPayoutRequest'];
export type BulkPayoutRow = Schemas['BulkPayoutRow'];
export type BulkPayoutRowsQuery = NonNullable<QueryOf<'listBulkPayoutRows'>>;
export type BulkPayoutsQuery = NonNullable<QueryOf<'listBulkPayouts'>>;
export type BulkPayoutWithProgress = Schemas['BulkPayoutWithProgress'];
export type CollectPaymentRequest = Schemas['CollectPaymentRequest'];
export type Collection = Schemas['Collection'];
export type CollectionStatus = Schemas['CollectionStatus'];
export type CreatedBulkPayout = Schemas['CreatedBulkPayout'];
export type CreatedWebhook = Schemas['CreatedWebhook'];
export type DeletedWebhook = Schemas['DeletedWebhook'];
export type Delivery = Schemas['Delivery'];
export type DeliveriesQuery = QueryOf<'listDeliveries'>;
export type EventsQuery = QueryOf<'readEvents'>;
export type EventName = NsimbiEvent['type'];
export type Fee = Schemas['Fee'];
export type FeeQuery = QueryOf<'quoteFee'>;
export type Funding = Schemas['Funding'];
export type FundTestWalletRequest = Schemas['FundTestWalletRequest'];
export type Health = Schemas['Health'];
export type Limits = Schemas['Limits'];
export type NewWebhook = Schemas['NewWebhook'];
/** An event of the feed, of the stream, or in the body of a webhook. */
export type NsimbiEvent = Schemas['Event'];
export type Payment = Schemas['Payment'];
export type PhoneLookup = Schemas['PhoneLookup'];
export type Prompt = Schemas['Prompt'];
export type PromptsQuery = QueryOf<'listPrompts'>;
export type ProofKeys = Schemas['ListProofKeysResponse'];
export type ProofRounds = Schemas['ListProofRoundsResponse'];
export type ProofRoundsQuery = QueryOf<'listProofRounds'>;
export type QueuedDelivery = Schemas['QueuedDelivery'];
export type QueuedRange = Schemas['QueuedRange'];
export type Readiness = Schemas['ReadyzResponse'] | Schemas['ReadyzNotReady'];
export type Receipt = Schemas['Receipt'];
export type ReceiptQuery = Omit<QueryOf<'readReceipt'>, 'format'>;
export type RedeliveryRequest = Schemas['RedeliveryRequest'];
export type Refund = Schemas['Refund'];
export type RefundRequest = Schemas['RefundRequest'];
export type RolledSecret = Schemas['RolledSecret'];
export type Round = Schemas['Round'];
export type SecretRoll = Schemas['SecretRoll'];
export type SendMoneyRequest = Schemas['SendMoneyRequest'];
export type Statement = Schemas['Statement'];
/** The forms of a statement as a file. */
export type StatementFileFormat = Exclude<NonNullable<QueryOf<'readStatement'>['format']>, 'json'>;
export type StatementQuery = Omit<QueryOf<'readStatement'>, 'format'>;
export type StatementRow = Schemas['StatementRow'];
export type TestDelivery = Schemas['TestDelivery'];
export type Transaction = Schemas['Transaction'];
export type TransactionsQuery = WithDates<QueryOf<'listTransactions'>, 'from' | 'to'>;
export type UpdatedWebhook = Schemas['UpdatedWebhook'];
export type Webhook = Schemas['Webhook'];
export type WebhookChanges = Schemas['WebhookChanges'];
export type Withdrawal = Schemas['Withdrawal'];
export type WithdrawRequest = Schemas['WithdrawToMobileRequest'];

/** The body of an answer with one object or list. */
export interface Envelope<T> {
  readonly data: T;
}

/** A page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: Schemas['Pagination'];
  /**
   * Set when the page was read from a standby: everything that was committed before this moment is in it, and what came later can be
   * missing. Null: nothing is missing.
   */
  readonly asOf: string | null;
}
