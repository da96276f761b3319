import type { Socket } from 'node:net';
import { Refusal } from '../refusal.ts';
import { failureBody } from './failure.ts';
import { endAfterOwedAnswers, lastOwedAnswer } from './owed-answers.ts';
import { newRequestId } from './request-id.ts';
import { mayTakeLonger } from './slow-body.ts';

/**
 * Answers bytes that are no HTTP request, a request that took too long to arrive, or headers that are too large. Behind
 * whole requests that still wait for their answers it lets those go out, and the connection ends with the last of them.
 */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
  if (mayTakeLonger(error, socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (lastOwedAnswer(socket) !== undefined) {
    // Node has looked at the broken request and will not look again, whatever else the client sends.
    endAfterOwedAnswers(socket);
    return;
  }
  const requestId = newRequestId();
  const body = failureBody(
    new Refusal('malformed_json', 'The HTTP request is incomplete or arrived too slowly; send it again.'),
    requestId,
  );
  socket.write(
    `HTTP/1.1 ${statusLineOf(error.code)}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
  // `end` alone would leave the client its half of the connection for as long as it goes on sending.
  socket.destroySoon();
}

function statusLineOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return '400 Bad Request';
}
