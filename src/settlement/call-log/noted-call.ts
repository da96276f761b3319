import { maskedBeginning } from '../../masks/mask-body.ts';
import { copyBoolean, copyNumber, copyText } from '../../postgres/copy-into.ts';
import type { OperatorExchange } from '../../providers/operator-exchange.ts';
import type { CallbackRequest } from '../../providers/provider.ts';
import { maskCall, maskCallPath } from './mask-call.ts';

/** What is kept of a body, in bytes of the masked text. */
const keptBytesMax = 4_096;
const pathCharactersMax = 500;

/** What was asked of an operator, or came from it. */
export type CallKind = 'collect' | 'pay_out' | 'refund' | 'query' | 'callback';

/** Whose call it was, and to whom. */
export interface CallAbout {
  readonly walletId: number;
  readonly transactionId: number;
  readonly operator: string;
  readonly simulated: boolean;
}

/** One call or callback that is to be noted. */
export interface NotedCall {
  readonly about: CallAbout;
  readonly call: CallKind;
  /** Which money call of the transaction it belongs to, from 1; null for a query or callback. */
  readonly sendNo: number | null;
  readonly exchange: OperatorExchange | ReceivedCallback;
}

/** A callback, which is answered before it is read. */
export interface ReceivedCallback {
  readonly atMs: number;
  readonly durationMs: null;
  readonly method: string | null;
  readonly path: string | null;
  readonly body: Buffer;
  readonly is: 'received';
  readonly status: null;
  readonly text: '';
}

/** A callback that named a payment of ours, as it is noted. `atMs`: when it came, unix ms. */
export function notedCallback(about: CallAbout, { method, path, body }: CallbackRequest, atMs: number): NotedCall {
  return {
    about,
    call: 'callback',
    sendNo: null,
    exchange: {
      atMs,
      durationMs: null,
      method: method ?? null,
      path: about.simulated ? null : path,
      body,
      is: 'received',
      status: null,
      text: '',
    },
  };
}

/** The columns of `lineOf`. */
export const columns =
  'operator_call (wallet_id, transaction_id, at, operator, simulated, call, send_no, method, path, outcome, status, ' +
  'duration_ms, request_body, request_bytes, answer_body, answer_bytes)';

/** A call as a row in COPY's text form, with everything masked that nobody may read again. */
export function lineOf({ about, call, sendNo, exchange }: NotedCall): string {
  const { atMs, durationMs, method, path, body, is, status, text } = exchange;
  return [
    copyNumber(about.walletId),
    copyNumber(about.transactionId),
    new Date(atMs).toISOString(),
    copyText(about.operator),
    copyBoolean(about.simulated),
    call,
    copyNumber(sendNo),
    copyText(method),
    copyText(path === null ? null : maskCallPath(path).slice(0, pathCharactersMax)),
    is,
    copyNumber(status),
    durationMs === null ? '\\N' : durationMs.toFixed(3),
    copyText(maskedBeginning(body, keptBytesMax, maskCall)),
    copyNumber(body === null ? 0 : Buffer.byteLength(body)),
    copyText(maskedBeginning(text, keptBytesMax, maskCall)),
    `${copyNumber(Buffer.byteLength(text))}\n`,
  ].join('\t');
}
