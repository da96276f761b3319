import type { FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../../../ledger/idempotency.ts';
import { invalidField } from '../../../refusal.ts';
import { idempotentRequestOf } from '../../idempotency.ts';
import { staffContextOf } from './context.ts';

/**
 * The Idempotency-Key of a form that moves money. A form makes its key when it is opened, so that a double click, a
 * reload or a repeat after a lost connection is the same request; it is a person's own. Blanks keep it apart from the keys
 * of the client's programs, which have none.
 * @param path the route's own path.
 * @throws Refusal `invalid_request` when there is none.
 */
export function formKeyOf(request: FastifyRequest, path: string): IdempotentRequest {
  const sent = idempotentRequestOf(request, path);
  if (sent === null || sent.key.length > 100) {
    throw invalidField('Idempotency-Key', 'Send an Idempotency-Key of at most 100 characters, made with the form.');
  }
  return { ...sent, key: `dashboard ${staffContextOf(request).person.id} ${sent.key}` };
}
