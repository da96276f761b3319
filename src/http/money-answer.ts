import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { outcomeUnknown, type Refusal } from '../refusal.ts';
import type { Caller, IdempotentRequest, MoneyAnswer } from '../wallet/answer.ts';
import type { WalletOperations } from '../wallet/operations.ts';
import { callerOf } from './api.ts';
import { failureBody, sendFailure, sendJson, statusOfCode } from './response.ts';

/** What a route that moves money calls. */
export interface MoneyRouteParts {
  readonly wallet: WalletOperations;
  readonly logger: Logger;
}

/**
 * Sends the answer to a request that moves money, and keeps it with the Idempotency-Key where that is not done yet, so
 * that a repeat gets the same bytes. The common case, a success whose bytes are final, waits for nothing.
 * @param caller the key's owner, unless said otherwise.
 */
export function sendMoneyAnswer(
  services: MoneyRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  idempotent: IdempotentRequest | null,
  answer: MoneyAnswer,
  caller: Caller = callerOf(request),
): void | Promise<void> {
  switch (answer.is) {
    case 'replayed':
      return sendReplayed(reply, answer.status, answer.body);
    case 'success':
      if (idempotent === null || answer.final) return sendJson(reply, 200, answer.body);
      return keepSuccess(services, request, reply, idempotent, answer, caller);
    case 'failed':
      if (idempotent !== null) return keepFailure(services, request, reply, idempotent, answer.refusal, caller);
      if (!reply.sent) sendFailure(reply, answer.refusal, request.id);
  }
}

async function keepSuccess(
  services: MoneyRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  idempotent: IdempotentRequest,
  { body, taken }: Extract<MoneyAnswer, { final: false }>,
  caller: Caller,
): Promise<void> {
  try {
    const kept = await services.wallet.storeAnswer(caller, idempotent.key, 200, body);
    sendKept(reply, kept, 200, body);
  } catch (error) {
    // A repeat builds its answer from the transaction, which may have failed by then: better no final answer than two.
    services.logger.warn(
      { err: error, request_id: request.id },
      'a success could not be kept with its Idempotency-Key',
    );
    throw outcomeUnknown(taken);
  }
}

async function keepFailure(
  services: MoneyRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  idempotent: IdempotentRequest,
  refusal: Refusal,
  caller: Caller,
): Promise<void> {
  const status = statusOfCode[refusal.code];
  const body = failureBody(refusal, request.id);
  try {
    const kept = await services.wallet.storeAnswer(caller, idempotent.key, status, body);
    sendKept(reply, kept, status, body);
  } catch (error) {
    // This body holds the request's id, which no repeat could give again: better no final answer than two.
    services.logger.warn(
      { err: error, request_id: request.id },
      'a failure could not be kept with its Idempotency-Key',
    );
    throw outcomeUnknown(refusal.data ?? null);
  }
}

/** Another process may have answered first; then its bytes are the answer. */
function sendKept(reply: FastifyReply, kept: { status: number; body: string }, status: number, body: string): void {
  if (kept.status === status && kept.body === body) sendJson(reply, status, body);
  else sendReplayed(reply, kept.status, kept.body);
}

function sendReplayed(reply: FastifyReply, status: number, body: string): void {
  if (reply.sent) return;
  reply.header('idempotent-replayed', 'true');
  sendJson(reply, status, body);
}
