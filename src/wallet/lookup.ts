import type { Caller } from '../access/caller.ts';
import type { MoneyServices } from './operation.ts';
import { phoneField } from './phone.ts';
import { recipientName } from './recipients.ts';

/** Whose phone this is, for showing a name before money is sent there: the name that the payment would record. */
export async function lookupPhone(
  services: Pick<MoneyServices, 'recipients' | 'operators' | 'prefixes'>,
  caller: Caller,
  text: string,
): Promise<object> {
  const phone = phoneField('phone', text);
  const operator = services.prefixes.operatorOf(phone);
  const recipient = await services.recipients.find(caller.mode, phone);
  return {
    phone,
    operator,
    registered_name: await recipientName(services.operators, { mode: caller.mode, operator, phone }, recipient),
    is_wallet: recipient !== null,
  };
}
