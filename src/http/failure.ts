import type { FastifyReply } from 'fastify';
import type { Refusal } from '../refusal.ts';
import { statusOfCode } from './status-of-code.ts';

/** Seconds until trying again is worth it, where the refusal itself does not say. */
const retryAfterSecondsDefault = { 409: 1, 429: 60, 503: 2 } as const;

/** The body of a failure, as interface-decisions.md section 1 gives it. */
export function failureBody(refusal: Refusal, requestId: string): string {
  return JSON.stringify({
    success: false,
    message: refusal.message,
    code: refusal.code,
    errors: refusal.errors,
    data: refusal.data,
    request_id: requestId,
  });
}

/** Sends a refusal with its status, and with Retry-After where trying again can help. */
export function sendFailure(reply: FastifyReply, refusal: Refusal, requestId: string): void {
  const status = statusOfCode[refusal.code];
  const retryAfterSeconds = retryAfterOf(status, refusal);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(failureBody(refusal, requestId));
}

/** A 503 whose ids are taken must not invite a repeat, so it carries no Retry-After. */
function retryAfterOf(status: number, refusal: Refusal): number | undefined {
  if (status === 409 || status === 429) return refusal.retryAfterSeconds ?? retryAfterSecondsDefault[status];
  if (status === 503 && refusal.data === undefined) return refusal.retryAfterSeconds ?? retryAfterSecondsDefault[503];
  return undefined;
}
