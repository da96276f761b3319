import { moneyText } from '../../../components/money-text.ts';
import { wordText } from '../../../components/status.ts';
import type { ResolutionEffect } from './review-case.ts';

/**
 * What the client sees of a resolution, in sentences. Pure.
 * @param status the transaction's status now; null for a payment without a transaction.
 */
export function clientSentences(effect: ResolutionEffect, status: string | null): readonly string[] {
  const { correction, balance_change: change, events } = effect;
  const isUnseen = effect.status === null && correction === null && change === 0 && events.length === 0;
  if (isUnseen) {
    return [
      status === null
        ? 'The client sees nothing.'
        : `The client sees no change: the transaction stays ${wordOf(status)}.`,
    ];
  }
  return [
    ...(status === null
      ? []
      : [
          `The transaction ${effect.status === null ? `stays ${wordOf(status)}` : `becomes ${wordOf(effect.status)}`}.`,
        ]),
    ...(correction === null ? [] : [correctionSentence(correction)]),
    ...(change === 0 ? [] : [`The balance ${change > 0 ? 'rises' : 'falls'} by ${moneyText(Math.abs(change))}.`]),
    ...(events.length === 0
      ? []
      : [
          `Events: ${events.join(', ')}${effect.is_delivered ? ', sent to the webhooks that receive them' : '; no active webhook receives them'}.`,
        ]),
  ];
}

function correctionSentence({
  direction,
  amount,
  fee_amount: fee,
}: NonNullable<ResolutionEffect['correction']>): string {
  const ofFee = fee === 0 ? '' : `, of which ${moneyText(fee)} is our fee`;
  return `A completed correction of ${moneyText(amount)} ${direction === 'in' ? 'to' : 'from'} the wallet appears${ofFee}.`;
}

function wordOf(status: string): string {
  return wordText(status).toLowerCase();
}
