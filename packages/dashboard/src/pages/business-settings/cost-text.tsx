import type { CostObject } from '../../../../../src/http/dashboard/schemas/business-settings.ts';
import type { FeeOperationName } from '../../../../../src/http/dashboard/schemas/fees.ts';
import { Money } from '../../components/money.tsx';

/** The cost in a sentence: who pays what, and what arrives. */
export function CostText({ operation, cost }: { readonly operation: FeeOperationName; readonly cost: CostObject }) {
  const amount = <Money amount={cost.amount} />;
  const fee = <Money amount={cost.fee_amount} fw={600} />;
  if (operation === 'collection') {
    return (
      <>
        A collection of {amount} costs {fee}: <Money amount={cost.net_amount} /> reaches the wallet.
      </>
    );
  }
  return (
    <>
      A {operation === 'withdrawal' ? 'withdrawal' : 'payment'} of {amount} costs {fee}:{' '}
      <Money amount={cost.total_deducted} /> leaves the wallet.
    </>
  );
}
