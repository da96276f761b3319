import { cleanText, objectOf, textOf } from '../http/json-values.ts';
import { type CodeRow, type Payer, rowOf } from './codes.ts';

/** Airtel's answer, independent of the envelope. */
export interface Answer {
  /** The code that counts, as it came; null when there is none. */
  readonly code: string | null;
  /** The row of that code; null when there is no code, or one that the table does not have. */
  readonly row: CodeRow | null;
  /** The transaction's own status, as it came. */
  readonly status: string | null;
  /** The reference that the answer is about. */
  readonly reference: string | null;
  readonly airtelMoneyId: string | null;
  /** Airtel's receipt number of a disbursement. */
  readonly receiptNumber: string | null;
  /** As it came, because it may be text with commas. */
  readonly amount: string | null;
  readonly isJsonObject: boolean;
  /** Status, codes and message in one line, for a person to read. */
  readonly raw: string;
}

const rawCharactersMax = 500;

/**
 * Reads an answer of a business call (providers.md 2.3): `{data: {transaction}, status}`, or the gateway's
 * `{status_code, status_message}`, or the token check's `{error, error_description}`. Numbers may be text and text
 * numbers. Never throws: what is not there is null.
 */
export function readAnswer(httpStatus: number, json: unknown, text: string, payer: Payer = 'customer'): Answer {
  const body = objectOf(json);
  const envelope = objectOf(body?.status);
  const transaction = objectOf(objectOf(body?.data)?.transaction);
  const sentCodes = [
    envelope?.response_code,
    envelope?.result_code,
    body?.response_code,
    body?.result_code,
    body?.status_code,
  ]
    .map(textOf)
    .filter((code) => code !== null)
    // Some gateways repeat the HTTP status where a code should stand.
    .filter((code) => !/^\d{3}$/.test(code));
  const { code, row } = decisiveCode(sentCodes, payer);
  const status = textOf(transaction?.status);
  const message =
    textOf(envelope?.message) ??
    textOf(transaction?.message) ??
    textOf(body?.status_message) ??
    textOf(body?.error_description) ??
    textOf(body?.error);
  return {
    code,
    row,
    status,
    reference: textOf(transaction?.id),
    airtelMoneyId: textOf(transaction?.airtel_money_id),
    receiptNumber: textOf(transaction?.reference_id),
    amount: textOf(transaction?.amount),
    isJsonObject: body !== null,
    raw: rawOf([`HTTP ${httpStatus}`, status, ...sentCodes, message ?? (body === null ? text : null)]),
  };
}

/**
 * The response code is read first and the older codes after it. Two exceptions: a code that only points elsewhere gives
 * way, and so does an ambiguous code to one that says "I have this id already" (2.5, DP00800001000 with ESB000041).
 */
function decisiveCode(sent: readonly string[], payer: Payer): { code: string | null; row: CodeRow | null } {
  const found = sent.map((code) => ({ code, row: rowOf(code, payer) }));
  const decisive = found.find(({ row }) => row?.class !== 'see_response_code') ?? found[0];
  if (decisive === undefined) return { code: null, row: null };
  if (decisive.row === null || decisive.row.class === 'enquire') {
    return found.find(({ row }) => row?.class === 'duplicate') ?? decisive;
  }
  return decisive;
}

function rawOf(parts: readonly (string | null)[]): string {
  const line = parts.filter((part) => part !== null).join(' ');
  return cleanText(line.slice(0, rawCharactersMax)) ?? '';
}
