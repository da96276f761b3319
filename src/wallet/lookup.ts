import type { Caller } from '../access/caller.ts';
import type { MoneyServices } from './operation.ts';
import { phoneField } from './phone.ts';
import { recipientName } from './recipients.ts';

/** Where money to a phone goes: to the wallet here that has the phone, where there is one, or always to mobile money. */
export type Destination = 'wallet_or_mobile_money' | 'mobile_money';

/** Whose phone this is, for showing a name before money is sent there: the name that the payment would record. */
export async function lookupPhone(
  services: Pick<MoneyServices, 'recipients' | 'operators' | 'prefixes'>,
  caller: Caller,
  text: string,
  destination: Destination,
): Promise<object> {
  const phone = phoneField('phone', text);
  const operator = services.prefixes.operatorOf(phone);
  const recipient = await services.recipients.find(caller.mode, phone);
  const reached = destination === 'mobile_money' ? null : recipient;
  return {
    phone,
    operator,
    registered_name: await recipientName(services.operators, { mode: caller.mode, operator, phone }, reached),
    is_wallet: recipient !== null,
  };
}
