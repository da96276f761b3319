import { maskedBeginning } from '../../masks/mask-body.ts';
import type { CallbackRequest, OperatorExchange } from '../../operators/contract.ts';
import type { RowBytes } from '../../postgres/row-bytes.ts';
import { maskCall, maskCallPath } from './mask-call.ts';

/** How much of a body is kept, in bytes of the masked text. */
const keptBytesMax = 4_096;
const pathCharactersMax = 500;

/** A request to an operator, or a callback from it. */
export type CallKind = 'collect' | 'pay_out' | 'refund' | 'query' | 'callback';

/** The transaction and the operator of a call. */
export interface CallAbout {
  readonly walletId: number;
  readonly transactionId: number;
  readonly operator: string;
  readonly simulated: boolean;
}

/** One call or callback to be recorded. */
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

/** A callback that named a payment of ours, as it is recorded. `atMs`: when it came, unix ms. */
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

/** The columns of `write`. */
export const columns =
  'operator_call (wallet_id, transaction_id, at, operator, simulated, call, send_no, method, path, outcome, status, ' +
  'duration_ms, request_body, request_bytes, answer_body, answer_bytes)';

/** Writes the fields of a call, with secrets and personal data masked. */
export function write(fields: RowBytes, { about, call, sendNo, exchange }: NotedCall): void {
  const { atMs, durationMs, method, path, body, is, status, text } = exchange;
  fields
    .number(about.walletId)
    .number(about.transactionId)
    .text(new Date(atMs).toISOString())
    .text(about.operator)
    .boolean(about.simulated)
    .text(call)
    .number(sendNo)
    .text(method)
    .text(path === null ? null : maskCallPath(path).slice(0, pathCharactersMax))
    .text(is)
    .number(status)
    .text(durationMs === null ? null : durationMs.toFixed(3))
    .text(maskedBeginning(body, keptBytesMax, maskCall))
    .number(body === null ? 0 : Buffer.byteLength(body))
    .text(maskedBeginning(text, keptBytesMax, maskCall))
    .number(Buffer.byteLength(text));
}
