export type { Approvals } from './approvals.ts';
export type { BulkPayouts } from './bulk-payouts.ts';
export { Nsimbi, type NsimbiOptions } from './client.ts';
export type { Collections, Refunds } from './collections.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type FailedCallData,
  type FieldErrors,
  NotFoundError,
  NsimbiError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './errors.ts';
export type { Events, StreamOptions } from './events.ts';
export type { Quotes } from './quotes.ts';
export {
  type ReceiptVerdict,
  UnreadableReceiptError,
  verifyReceipt,
} from './receipt-verification.ts';
export type { Receipts } from './receipts.ts';
export type { SigningKey } from './request-signing.ts';
export type { Keys, Prompts, Proofs, ServiceHealth, TestMode } from './service.ts';
export type { Statements } from './statements.ts';
export type { CallOptions, MoneyCallOptions } from './transport.ts';
export type * from './types.ts';
export { sdkVersion } from './version.ts';
export type { WaitOptions } from './waiting.ts';
export type { Transactions, Wallet } from './wallet.ts';
export {
  type SignatureScheme,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookRefusal,
  type WebhookToVerify,
  WebhookVerificationError,
} from './webhook-signature.ts';
export type { Deliveries, Webhooks } from './webhooks.ts';
