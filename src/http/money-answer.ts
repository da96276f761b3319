import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../access/caller.ts';
import type { IdempotentRequest, StoredResponse } from '../ledger/idempotency.ts';
import { outcomeUnknown } from '../refusal.ts';
import type { MoneyAnswer } from '../wallet/answer.ts';
import type { WalletOperations } from '../wallet/operations.ts';
import { callerOf } from './api.ts';
import { failureBody, sendFailure, sendJson, statusOfCode } from './response.ts';

/** What a route that moves money calls. */
export interface MoneyRouteParts {
  readonly wallet: WalletOperations;
  readonly logger: Logger;
}

/**
 * Sends the answer to a request that moves money. Where no response is stored with its Idempotency-Key yet, it is stored first, so
 * that a repeat gets the same bytes. The common case, a success whose bytes are final, waits for nothing.
 * @param caller the key's owner, unless another one is named.
 */
export function sendMoneyAnswer(
  parts: MoneyRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  idempotent: IdempotentRequest | null,
  answer: MoneyAnswer,
  caller: Caller = callerOf(request),
): void | Promise<void> {
  switch (answer.is) {
    case 'replayed':
      return sendReplayed(reply, answer);
    case 'success': {
      const { body } = answer;
      if (idempotent === null || answer.final) return sendJson(reply, 200, body);
      return storeAndSend(parts, request, reply, idempotent, caller, { status: 200, body }, answer.taken);
    }
    case 'failed': {
      const { refusal } = answer;
      if (idempotent !== null) {
        const response = { status: statusOfCode[refusal.code], body: failureBody(refusal, request.id) };
        return storeAndSend(parts, request, reply, idempotent, caller, response, refusal.data ?? null);
      }
      if (!reply.sent) sendFailure(reply, refusal, request.id);
    }
  }
}

/** @param ids of the transaction, for a caller whose response cannot be stored. */
async function storeAndSend(
  parts: MoneyRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  idempotent: IdempotentRequest,
  caller: Caller,
  response: StoredResponse,
  ids: object | null,
): Promise<void> {
  let stored: StoredResponse;
  try {
    stored = await parts.wallet.storeResponse(caller, idempotent.key, response);
  } catch (error) {
    // A repeat would render its response from the transaction, which may have failed by then, and with another request's id: better
    // no final response than two.
    parts.logger.warn(
      { err: error, request_id: request.id, status: response.status },
      'a response could not be stored with its Idempotency-Key',
    );
    throw outcomeUnknown(ids);
  }
  // Another process may have stored a response first; then that is the response.
  if (stored.status === response.status && stored.body === response.body) sendJson(reply, stored.status, stored.body);
  else sendReplayed(reply, stored);
}

function sendReplayed(reply: FastifyReply, { status, body }: StoredResponse): void {
  if (reply.sent) return;
  reply.header('idempotent-replayed', 'true');
  sendJson(reply, status, body);
}
