import type { Payment } from '../books.ts';
import { asObject, jsonObject } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import { type Hundredths, hundredthsOf } from '../hundredths.ts';
import { mtnError } from './answers.ts';
import type { MtnWorld } from './world.ts';

export interface MoneyBody {
  readonly amount: Hundredths;
  readonly currency: string;
  readonly phone: string;
  readonly details: Readonly<Record<string, string>>;
}

/** Who is named in the body of a call, or `refund`, which names an earlier payment instead. */
export type Party = 'payer' | 'payee' | 'refund';

const partyIdTypes = ['MSISDN', 'EMAIL', 'PARTY_CODE', 'ALIAS', 'ID'];
/** Letters, digits, space, dot and hyphen; an apostrophe is the documented example of what is refused. */
const plainText = /^[A-Za-z0-9 .-]*$/;

/** Reads the body of a money call (providers.md 1.4 and 1.8), or gives the error it is answered with. */
export function readMoneyBody(world: MtnWorld, party: Party, raw: Buffer): MoneyBody | { readonly error: Reply } {
  const body = jsonObject(raw);
  if (body === null) return invalid('The body is not a JSON object.');
  const { amount, currency, externalId, payerMessage, payeeNote } = body;
  if (typeof amount !== 'string') return invalid('amount is not a string.');
  const hundredths = hundredthsOf(amount);
  if (hundredths === null || hundredths === 0n) return invalid('amount is not a positive number.');
  if (currency !== world.account.currency) {
    return typeof currency === 'string' ? { error: mtnError('INVALID_CURRENCY') } : invalid('currency is missing.');
  }
  if (currency === 'UGX' && amount.includes('.')) return invalid('amount has decimals that UGX does not have.');
  if (typeof externalId !== 'string') return invalid('externalId is missing.');
  for (const [name, text] of Object.entries({ payerMessage, payeeNote })) {
    if (typeof text !== 'string') return invalid(`${name} is missing or null.`);
    if (text.length > world.settings.now.messageLengthMax) return invalid(`${name} is too long.`);
    if (!plainText.test(text)) return invalid(`${name} has special characters.`);
  }
  const texts = { externalId, payerMessage: String(payerMessage), payeeNote: String(payeeNote) };
  if (party === 'refund') return readRefund(world, body, { amount: hundredths, currency, details: texts });
  const { partyIdType, partyId } = asObject(body[party]) ?? {};
  if (typeof partyIdType !== 'string' || !partyIdTypes.includes(partyIdType)) {
    return invalid(`${party}.partyIdType is unknown.`);
  }
  if (typeof partyId !== 'string' || partyId === '') return invalid(`${party}.partyId is missing.`);
  if (partyIdType === 'MSISDN' && !/^\d{8,15}$/.test(partyId)) return invalid(`${party}.partyId is not digits only.`);
  return { amount: hundredths, currency, phone: partyId, details: { ...texts, partyIdType } };
}

function readRefund(
  { books }: MtnWorld,
  { referenceIdToRefund }: Record<string, unknown>,
  read: Omit<MoneyBody, 'phone'>,
): MoneyBody | { readonly error: Reply } {
  if (typeof referenceIdToRefund !== 'string' || referenceIdToRefund === '') {
    return invalid('referenceIdToRefund is missing.');
  }
  const refunded = books.find(referenceIdToRefund);
  return {
    ...read,
    phone: refunded?.phone ?? '',
    details: { ...read.details, partyIdType: 'MSISDN', referenceIdToRefund },
  };
}

/** Why a refund cannot succeed, or null. Known when its time has come, since what it refunds may change until then. */
export function refundProblem({ books }: MtnWorld, refund: Payment): string | null {
  const refunded = books.find(refund.details.referenceIdToRefund ?? '');
  if (refunded === undefined || refunded.kind !== 'requesttopay') return 'TRANSACTION_NOT_FOUND';
  if (!refunded.paid) return 'NOT_ALLOWED';
  let left: bigint = refunded.amount;
  for (const other of books.payments) {
    if (other.paid && other.details.referenceIdToRefund === refunded.reference) left -= other.amount;
  }
  return refund.amount > left ? 'NOT_ALLOWED' : null;
}

function invalid(message: string): { readonly error: Reply } {
  return { error: mtnError('VALIDATION_ERROR', message) };
}
