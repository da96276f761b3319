import type { FastifyRequest } from 'fastify';
import { invalidFields, Refusal } from '../../../wallet/refusal.ts';
import { callerOf } from '../../answer.ts';
import type { HttpServices } from '../../services.ts';

/**
 * Refuses a request whose fields have a wrong form, and names with them the address and the key that no webhook may have.
 * For routes with `attachValidation`: without it only the wrong form would be named.
 * @throws Refusal `invalid_request` that names every wrong field.
 */
export async function refuseAllFaults(services: HttpServices, request: FastifyRequest): Promise<void> {
  const { validationError } = request;
  if (validationError === undefined) return;
  if (!(validationError instanceof Refusal) || validationError.errors === undefined) throw validationError;
  const sentences = Object.fromEntries(
    Object.entries(validationError.errors).map(([field, [sentence = '']]) => [field, sentence]),
  );
  const { url, api_key_id: apiKeyId } = Object(request.body);
  const wellFormed = {
    ...(typeof url === 'string' && !('url' in sentences) ? { url } : {}),
    ...(Number.isSafeInteger(apiKeyId) && !('api_key_id' in sentences) ? { api_key_id: apiKeyId } : {}),
  };
  throw invalidFields({ ...sentences, ...(await services.webhooks.forbidden(callerOf(request), wellFormed)) });
}
