import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../wallet/answer.ts';

/** Who asks. Only routes behind an access rule ask, so that an unknown caller here is a mistake of ours. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.principal === null) throw new Error(`${request.url} has no access rule`);
  return request.principal;
}

/** Sends JSON text as it is, unless the request's time was up and it has its answer already. */
export function sendJson(reply: FastifyReply, status: number, body: string): void {
  if (reply.sent) return;
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

/** Sends the envelope with a message and data. */
export function sendData(reply: FastifyReply, message: string, data: object): void {
  sendJson(reply, 200, `{"success":true,"message":"${message}","data":${JSON.stringify(data)}}`);
}

/** A page of a list: the objects, and where the next page begins. */
interface Page {
  readonly data: readonly object[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

/** Sends the envelope of a list. */
export function sendPage(reply: FastifyReply, message: string, page: Page): void {
  sendJson(
    reply,
    200,
    `{"success":true,"message":"${message}","data":${JSON.stringify(page.data)},"pagination":${JSON.stringify(page.pagination)}}`,
  );
}
