import { type Ugx, ugxToJson } from '../money/ugx.ts';
import { invalidField } from '../refusal.ts';

/**
 * A person pays the fee that was shown to them, or is asked again: fees may have changed since, or the phone have become
 * a wallet's.
 * @param shown shillings; undefined where nothing was shown, as to a program.
 * @throws Refusal `invalid_request` at `fee_amount`.
 */
export function refuseOtherFee(fee: Ugx, shown: number | undefined): void {
  if (shown === undefined || shown === ugxToJson(fee)) return;
  throw invalidField('fee_amount', `The fee is now ${text(fee)}, not ${text(shown)}; check the cost again.`);
}

function text(amount: bigint | number): string {
  return `UGX ${amount.toLocaleString('en-US')}`;
}
