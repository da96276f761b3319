import type { FailureCode } from '../../ledger/transaction.ts';
import type { QueryResult, ReportedDetails, StatusQuery } from '../contract.ts';
import { objectOf, textOf } from '../http/json-values.ts';
import { type Answered, codeOf, isReadable, rawOf, reasonOf } from './answer.ts';
import { callStatuses, codes, defaultReason, notFoundCodes, type OnCall, type Reason, statuses } from './codes.ts';
import { msisdnOf, wholeAmount } from './forms.ts';
import type { ProductAnswer } from './product.ts';

type Direction = StatusQuery['direction'];

/** What an answer to a money call means. `unknownWord` is a code that the table does not have. */
export interface CallReading {
  readonly means: OnCall;
  /** Why, when the payment is refused. */
  readonly code: FailureCode;
  readonly unknownWord: string | null;
}

/** Reads the answer to a money call by its code, and by its HTTP status only when the code decides nothing (rule 4). */
export function readCall(answer: Answered, direction: Direction): CallReading {
  const byStatus = callStatuses[answer.status];
  if (byStatus?.always === 'accepted') return { means: 'accepted', code: defaultReason, unknownWord: null };
  const code = codeOf(answer);
  const row = code === null ? undefined : codes[code];
  if (row !== undefined) {
    const reason = row[direction];
    return { means: row.onCall, code: reason === 'not_found' ? defaultReason : reason, unknownWord: null };
  }
  const means = byStatus?.always ?? (isReadable(answer) ? byStatus?.readable : undefined) ?? 'unknown';
  return { means, code: 'operator_refused', unknownWord: code };
}

/** What an answer to a query means. `unknownWord` is a status or reason that the table does not have. */
export interface QueryReading {
  readonly result: QueryResult;
  readonly unknownWord: string | null;
}

/** Reads the answer to a query. Nothing but a state of MTN's, or its own "not found", ends or changes anything. */
export function readQuery(answer: ProductAnswer, query: StatusQuery): QueryReading {
  if (answer.is !== 'answered') return { result: { is: 'unknown', raw: answer.reason }, unknownWord: null };
  const raw = rawOf(answer);
  const body = objectOf(answer.json);
  if (answer.status === 200 && body !== null) return readState(body, query, raw);
  const code = codeOf(answer);
  if (answer.status === 404 && code !== null && notFoundCodes.has(code)) {
    return { result: { is: 'not_found' }, unknownWord: null };
  }
  return { result: { is: 'unknown', raw }, unknownWord: code !== null && codes[code] === undefined ? code : null };
}

function readState(
  body: Readonly<Record<string, unknown>>,
  { direction, reference }: StatusQuery,
  raw: string,
): QueryReading {
  const status = textOf(body.status);
  const receipt = textOf(body.financialTransactionId);
  switch (status === null ? undefined : statuses[status]) {
    case 'pending':
      return { result: { is: 'pending' }, unknownWord: null };
    case 'succeeded': {
      const amount = wholeAmount(textOf(body.amount));
      // A success that does not say how much is no reason to credit anything: a person has to look at it.
      if (amount === null) return { result: { is: 'unknown', raw }, unknownWord: 'SUCCESSFUL without a whole amount' };
      return { result: { is: 'succeeded', receipt, amount, reported: reportedBy(body, direction) }, unknownWord: null };
    }
    case 'failed': {
      // Of another payment it says nothing about ours, whose money it would give back. A success is compared by others.
      if ((textOf(body.externalId) ?? reference) !== reference) {
        return { result: { is: 'unknown', raw }, unknownWord: 'FAILED of another payment' };
      }
      const reason = reasonOf(body);
      const row = reason === null ? undefined : codes[reason];
      const code: Reason = row?.[direction] ?? defaultReason;
      const unknownWord = row === undefined ? (reason ?? 'FAILED without a reason') : null;
      if (code === 'not_found') return { result: { is: 'not_found' }, unknownWord };
      return { result: { is: 'failed', code, raw, receipt }, unknownWord };
    }
    default:
      return { result: { is: 'unknown', raw }, unknownWord: status ?? 'no status' };
  }
}

function reportedBy(body: Readonly<Record<string, unknown>>, direction: Direction): ReportedDetails {
  // Whose number a refund's answer holds is not documented (1.8), so it is not compared.
  const party = objectOf({ collection: body.payer, payout: body.payee, refund: null }[direction]);
  const isPhone = (textOf(party?.partyIdType) ?? 'MSISDN').toUpperCase() === 'MSISDN';
  const phone = isPhone ? textOf(party?.partyId) : null;
  return {
    currency: textOf(body.currency),
    phone: phone === null ? null : msisdnOf(phone),
    reference: textOf(body.externalId),
  };
}
