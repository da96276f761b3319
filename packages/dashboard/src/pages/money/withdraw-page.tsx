import { withdraw } from './money-operation.ts';
import { MoneyPage } from './money-page.tsx';

export function WithdrawPage() {
  return <MoneyPage key="withdraw" operation={withdraw} />;
}
