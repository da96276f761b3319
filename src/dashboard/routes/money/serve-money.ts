import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { collectPaymentRoute } from './collect-payment.ts';
import { lookupRecipient } from './lookup-recipient.ts';
import { quoteOperation } from './quote-operation.ts';
import { readOperatorSetup } from './read-operator-setup.ts';
import { sendMoneyRoute } from './send-money.ts';
import { withdrawToMobileRoute } from './withdraw-to-mobile.ts';

/** Money moved by hand. */
export function serveMoney(api: DashboardApi, services: DashboardServices): void {
  readOperatorSetup(api, services);
  quoteOperation(api, services);
  lookupRecipient(api, services);
  sendMoneyRoute(api, services);
  withdrawToMobileRoute(api, services);
  collectPaymentRoute(api, services);
}
