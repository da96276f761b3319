import { collect } from './money-operation.ts';
import { MoneyPage } from './money-page.tsx';

export function CollectPage() {
  return <MoneyPage key="collect" operation={collect} />;
}
