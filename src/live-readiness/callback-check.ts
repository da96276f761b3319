import { randomBytes } from 'node:crypto';
import type { Operator } from '../operators/contract.ts';
import { type Sealer, SecretNotReadable } from '../secrets/sealer.ts';

/**
 * Whether callbacks of operators reach this service: it sends a sealed number to its own public address, at a path of a callback. Only a
 * process with the keys of this installation can open it, so the number in the answer shows that the request has reached one. Only the
 * address of NSIMBI_PUBLIC_URL is called, with nothing in it that a request brought.
 */

/** Answers checks that a process of this service has sent. */
export interface CallbackChecks {
  /**
   * The body of the answer to a check; null where a body is none, or one of other keys, of another operator or of long ago.
   * @param operatorKey of the path at which it arrived.
   */
  answer(operatorKey: string, body: Buffer): string | null;
}

/** What became of a check. */
export type CallbackCheck =
  | { readonly is: 'arrived' }
  /** Something answered that is no process of this service: `status` is its HTTP status. */
  | { readonly is: 'answered_by_other'; readonly status: number }
  /** Nothing answered. `reason` is a code such as ECONNREFUSED, or a short phrase. */
  | { readonly is: 'not_reached'; readonly reason: string };

/** A check is sent at once; the clocks of two machines may differ by some minutes. Milliseconds. */
const validForMs = 300_000;

/** A sealed number has 1 + 16 + 12 + 16 bytes and its text, in base64. */
const form = /^\{"callback_check":"([A-Za-z0-9_-]{80,300})"\}$/;
const bytesMax = 400;
/** What is read of an answer. */
const answerBytesMax = 1_024;

interface Sealed {
  readonly number: string;
  readonly atMs: number;
}

/** @param nowMs the clock; the machine's own unless given. */
export function callbackChecks(sealer: Sealer, nowMs: () => number = Date.now): CallbackChecks {
  return {
    answer(operatorKey, body) {
      const token = body.length > bytesMax ? undefined : form.exec(body.toString('latin1'))?.[1];
      if (token === undefined) return null;
      const sealed = open(sealer, operatorKey, token);
      if (sealed === null || Math.abs(nowMs() - sealed.atMs) > validForMs) return null;
      return answerOf(sealed.number);
    },
  };
}

/**
 * Sends one check to the public address and compares the answer. Follows no redirect. Never throws.
 * @param publicUrl NSIMBI_PUBLIC_URL, without a slash at its end.
 */
export async function checkCallbacks(
  sealer: Sealer,
  { publicUrl, operator }: { readonly publicUrl: string; readonly operator: Pick<Operator, 'key' | 'callbackExample'> },
  signal: AbortSignal,
): Promise<CallbackCheck> {
  const sealed: Sealed = { number: randomBytes(16).toString('hex'), atMs: Date.now() };
  const token = sealer.seal(JSON.stringify(sealed), contextOf(operator.key)).toString('base64url');
  try {
    const answer = await fetch(`${publicUrl}${operator.callbackExample}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ callback_check: token }),
      redirect: 'manual',
      signal,
    });
    const isOurs = answer.status === 200 && (await readBeginning(answer)) === answerOf(sealed.number);
    return isOurs ? { is: 'arrived' } : { is: 'answered_by_other', status: answer.status };
  } catch (error) {
    return { is: 'not_reached', reason: reasonOf(error, signal) };
  }
}

function answerOf(number: string): string {
  return JSON.stringify({ callback_check: number });
}

function contextOf(operatorKey: string): string {
  return `callback check of ${operatorKey}`;
}

function open(sealer: Sealer, operatorKey: string, token: string): Sealed | null {
  try {
    return JSON.parse(sealer.open(Buffer.from(token, 'base64url'), contextOf(operatorKey)));
  } catch (error) {
    if (error instanceof SecretNotReadable) return null;
    throw error;
  }
}

/** The body of an answer, or its beginning: what answers at a public address may be anything. */
async function readBeginning({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > answerBytesMax) break;
  }
  return Buffer.concat(pieces).subarray(0, answerBytesMax).toString('utf8');
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}
