import { useSearch } from '@tanstack/react-router';
import { phoneText } from '../../components/phone-text.ts';
import { send } from './money-operation.ts';
import { MoneyPage } from './money-page.tsx';

/** `phone` in the address is that of a recipient who was chosen elsewhere. */
export function SendPage() {
  const { phone } = useSearch({ from: '/desk/clients/$clientId/$mode/send' });
  return <MoneyPage key="send" operation={send} phone={phone === undefined ? '' : phoneText(phone)} />;
}
