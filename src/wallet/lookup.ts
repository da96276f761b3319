import type { Caller } from './answer.ts';
import type { MoneyServices } from './operation.ts';
import { phoneField } from './phone.ts';

/** Whose phone this is, as far as its operator tells: for showing a name before money is sent. */
export async function lookupPhone(
  services: Pick<MoneyServices, 'recipients' | 'operators' | 'prefixes'>,
  caller: Caller,
  text: string,
): Promise<object> {
  const phone = phoneField('phone', text);
  const operator = services.prefixes.operatorOf(phone);
  const [walletId, registeredName] = await Promise.all([
    services.recipients.walletOf(caller.mode, phone),
    services.operators.lookupName(caller.mode, operator, phone),
  ]);
  return { phone, operator, registered_name: registeredName, is_wallet: walletId !== null };
}
