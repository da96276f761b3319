import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { onRequestHookHandler } from 'fastify';
import { Refusal } from '../refusal.ts';
import { endAfterPendingResponses, lastPendingResponse } from './pending-responses.ts';
import { newRequestId } from './request-id.ts';
import { failureBody } from './response.ts';

/**
 * Responds to bytes that are not an HTTP request, to a request that arrives too slowly, and to headers that are too large.
 * When earlier requests of the connection still wait for their responses, those are sent first and nothing else.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (hasMoreTime(error, socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (lastPendingResponse(socket) !== undefined) {
    // Node reports a broken request once, whatever else the client sends.
    endAfterPendingResponses(socket);
    return;
  }
  const requestId = newRequestId();
  const body = failureBody(refusalOf(error.code), requestId);
  socket.write(
    `HTTP/1.1 ${statusLineOf(error.code)}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
  // `end` alone would keep the connection open for as long as the client sends.
  socket.destroySoon();
}

function refusalOf(code: string | undefined): Refusal {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? new Refusal('request_timeout', 'The HTTP request arrived too slowly and was not read; send it again.')
    : new Refusal('malformed_json', 'The HTTP request is incomplete or cannot be read; correct it and send it again.');
}

function statusLineOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return '400 Bad Request';
}

/** Connections on which a file arrives that has more time than other requests. */
const receiving = new WeakSet<Socket>();

/**
 * A hook for routes that take files: the body may take `withinMs` to arrive instead of the server's `requestTimeout`,
 * which a file on a slow line exceeds. Place it after the guard, so that only admitted requests have the time. A connection
 * on which nothing arrives is still closed by the server's `connectionTimeout`.
 */
export function allowBodyTime(withinMs: number): onRequestHookHandler {
  return (request, _reply, done) => {
    giveTime(request.raw, withinMs);
    done();
  };
}

/** Whether an error is the server's `requestTimeout` on a connection to which `allowBodyTime` gave more. */
function hasMoreTime(error: { readonly code?: string }, socket: Socket): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && receiving.has(socket);
}

function giveTime(request: IncomingMessage, withinMs: number): void {
  const { socket } = request;
  receiving.add(socket);
  const tooLate = setTimeout(() => {
    receiving.delete(socket);
    // Node has applied its own limit to this request already and will not do so again.
    socket.destroy();
  }, withinMs).unref();
  const whenEnded = () => {
    clearTimeout(tooLate);
    receiving.delete(socket);
  };
  request.once('end', whenEnded).once('close', whenEnded);
}
