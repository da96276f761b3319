import type { FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { fingerprintOf } from '../ledger/idempotency.ts';
import { invalidField } from '../refusal.ts';

/** 1 to 255 visible ASCII characters (interface-decisions.md section 1). */
export const idempotencyKeyPattern = '^[\\x21-\\x7e]{1,255}$';
const keySyntax = new RegExp(idempotencyKeyPattern);

/**
 * The request's Idempotency-Key with the fingerprint of method, path and body bytes; null when the client sent none.
 * @throws Refusal `invalid_request` when the key is not 1 to 255 visible ASCII characters.
 */
export function idempotentRequestOf(request: FastifyRequest, path: string): IdempotentRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !keySyntax.test(key)) {
    throw invalidField('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID.');
  }
  const head = Buffer.from(`${request.method} ${path}\n`);
  const bytes = request.bodyBytes === null ? head : Buffer.concat([head, request.bodyBytes]);
  return { key, fingerprint: fingerprintOf(bytes) };
}
