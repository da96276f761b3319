import { send } from './money-operation.ts';
import { MoneyPage } from './money-page.tsx';

export function SendPage() {
  return <MoneyPage key="send" operation={send} />;
}
