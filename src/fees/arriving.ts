import type { Ugx } from '../money/ugx.ts';
import { Refusal } from '../refusal.ts';
import type { MoneySplit } from './fee.ts';

/** The split, once it is sure that something arrives. @throws Refusal when the fee would leave nothing. */
export function arriving(split: MoneySplit): { gross: Ugx; fee: Ugx; net: Ugx } {
  if (split.net !== null) return { gross: split.gross, fee: split.fee, net: split.net };
  const sentence = 'The fee would take the whole amount; choose a larger one.';
  throw new Refusal('amount_too_small', sentence, { errors: { amount: [sentence] } });
}
