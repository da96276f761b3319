import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import type { RefusalCode } from '../refusal.ts';
import type { OnTaken } from '../wallet/answer.ts';
import type { Deadlines } from './deadline.ts';
import { idempotentRequestOf } from './idempotency.ts';

/** The codes of everything that takes an Idempotency-Key. */
const idempotentFailures: readonly RefusalCode[] = ['idempotency_key_reused', 'request_in_progress', 'outcome_unknown'];

/** The codes of everything that moves an amount named by the client. */
export const moneyFailures: readonly RefusalCode[] = ['amount_too_small', 'amount_too_large', ...idempotentFailures];

/** What an operator can answer with. */
const operatorFailures: readonly RefusalCode[] = ['operator_not_supported', 'operator_refused', 'operator_unavailable'];

/** What an operator can say of who would get the money. */
const recipientFailures: readonly RefusalCode[] = [
  'recipient_not_found',
  'recipient_limit_reached',
  'recipient_cannot_receive',
];

export const sendMoneyFailures: readonly RefusalCode[] = [
  ...moneyFailures,
  'insufficient_funds',
  'limit_exceeded',
  'budget_exceeded',
  'client_reference_used',
  'wallet_frozen',
  'own_wallet',
  ...recipientFailures,
  ...operatorFailures,
];

export const batchFailures: readonly RefusalCode[] = [
  ...moneyFailures,
  'insufficient_funds',
  'limit_exceeded',
  'budget_exceeded',
  'second_person_required',
  'client_reference_used',
  'wallet_frozen',
  'own_wallet',
];

export const withdrawalFailures: readonly RefusalCode[] = [
  ...moneyFailures,
  'insufficient_funds',
  'limit_exceeded',
  'budget_exceeded',
  'client_reference_used',
  'number_not_listed',
  'wallet_frozen',
  ...recipientFailures,
  ...operatorFailures,
];

export const collectionFailures: readonly RefusalCode[] = [
  ...moneyFailures,
  'collection_already_open',
  'client_reference_used',
  'customer_refused',
  'customer_insufficient_funds',
  'customer_limit_reached',
  ...operatorFailures,
];

export const refundFailures: readonly RefusalCode[] = [
  ...moneyFailures,
  'not_refundable',
  'already_refunded',
  'insufficient_funds',
  'budget_exceeded',
  'client_reference_used',
  'wallet_frozen',
  ...recipientFailures,
  'operator_refused',
  'operator_unavailable',
  'history_unavailable',
];

/** Puts the ids of the transaction on the reply, so that its deadline can tell them. */
export function noteTaken(reply: FastifyReply): OnTaken {
  return (taken) => {
    reply.taken = taken;
  };
}

/**
 * Begins an operation that moves money: reads its Idempotency-Key and gives it the longer deadline. `path` is the
 * route's own, so that a trailing slash does not make another fingerprint.
 * @throws Refusal `invalid_request` when the key is not 1 to 255 visible ASCII characters.
 */
export function beginMoving(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  deadlines: Deadlines,
): IdempotentRequest | null {
  const idempotent = idempotentRequestOf(request, path);
  deadlines.moving.start(reply);
  return idempotent;
}
