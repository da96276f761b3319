import type { Payment } from '../books.ts';
import { shortText } from '../hundredths.ts';
import { messageOf } from './answers.ts';
import { failed, type MtnWorld, successful } from './world.ts';

/**
 * A payment as GET and the callback tell it (providers.md 1.6). Our reference id is not in it; the ledger's id is absent
 * until money moved; the reason has two shapes, and numbers come as strings or as numbers.
 */
export function statusBody(world: MtnWorld, payment: Payment): Record<string, unknown> {
  const { faults } = world;
  const whom = { phone: payment.phone, reference: payment.reference, ordinal: payment.ordinal };
  const asNumbers = faults.choose('numbers', whom)?.fault === 'numbers_as_numbers';
  const difference = faults.choose('difference', whom)?.fault;
  const written = (text: string) => (asNumbers && /^\d{1,15}$/.test(text) ? Number(text) : text);
  const { externalId, payerMessage, payeeNote, partyIdType } = payment.details;
  const amount = shortText(payment.amount);
  const party = payment.direction === 'in' ? 'payer' : 'payee';
  return {
    ...(payment.operatorId === null ? {} : { financialTransactionId: written(payment.operatorId) }),
    externalId: written(difference === 'other_reference' ? `${externalId}0` : externalId!),
    amount: written(difference === 'other_amount' ? `1${amount}` : amount),
    currency: difference === 'other_currency' ? 'RWF' : payment.currency,
    [party]: {
      partyIdType,
      partyId: written(difference === 'other_phone' ? otherPhone(payment.phone) : payment.phone),
    },
    payerMessage,
    payeeNote,
    status: payment.state,
    ...(payment.state === failed && payment.reason !== null
      ? { reason: reasonOf(world, payment, payment.reason) }
      : {}),
  };
}

/** A forged callback: the sender knows the address and guesses the rest. */
export function forgedBody(payment: Payment): Record<string, unknown> {
  return {
    financialTransactionId: '666',
    externalId: payment.details.externalId,
    amount: `${shortText(payment.amount)}0`,
    currency: payment.currency,
    status: successful,
  };
}

function reasonOf({ faults }: MtnWorld, payment: Payment, code: string): unknown {
  const whom = { phone: payment.phone, reference: payment.reference, ordinal: payment.ordinal };
  return faults.choose('reason', whom)?.fault === 'reason_object' ? { code, message: messageOf(code) } : code;
}

function otherPhone(phone: string): string {
  return `${phone.slice(0, -1)}${(Number(phone.slice(-1)) + 1) % 10}`;
}
