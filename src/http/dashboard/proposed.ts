import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asker, Requested } from '../../dual-control/request-change.ts';
import { sendData } from '../response.ts';
import { actorOf, staffContextOf } from './server/context.ts';

/** Whoever asks for a change in the dashboard: staff of the service is staff at a client too, whatever role it has there. */
export function askerOf(request: FastifyRequest): Asker {
  const { memberships } = staffContextOf(request);
  return { actor: actorOf(request), by: memberships.platformRole === null ? 'client' : 'staff' };
}

/**
 * Answers a request for a change: with the number of its proposal and 202 where a second person must approve it, else with null.
 * @param message where the change was made.
 */
export function sendRequested(
  reply: FastifyReply,
  requested: Requested,
  message: string,
  data: Readonly<Record<string, unknown>>,
): void {
  if (requested.is === 'made') {
    sendData(reply, message, { ...data, proposal: null });
    return;
  }
  sendData(reply, 'Proposed. Another person must approve it.', { ...data, proposal: requested.proposalId }, 202);
}
