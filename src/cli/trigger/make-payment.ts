import { callService, dataOf, type ServiceAnswer } from '../call-service.ts';
import { CommandRefused } from '../command-refused.ts';
import type { ServiceConnection } from '../service-connection.ts';
import type { Cause } from './causes.ts';

/** The least that every operation takes, in shillings. */
export const paymentShillings = 1_000;

/** Test money that an empty wallet gets before it can pay. */
const fundedShillings = 100_000;

/** A payment that the service has written. */
export interface MadePayment {
  readonly transactionId: number;
  readonly reference: string;
  readonly requiresApproval: boolean;
}

/**
 * Makes the payment of a cause; a wallet with too little money is filled with test money first.
 * @throws CommandRefused when nothing was written.
 */
export async function makePayment(connection: ServiceConnection, cause: Cause): Promise<MadePayment> {
  let answer = await ask(connection, cause);
  if (answer.code === 'insufficient_funds') {
    dataOf(await callService(connection, '/test/wallet/fund', { amount: fundedShillings }));
    answer = await ask(connection, cause);
  }
  const { transaction_id: transactionId, reference, requires_approval: requiresApproval } = answer.data;
  // A payment that failed at the operator's first word is an answer of its own that names it: that was wanted.
  if (typeof transactionId !== 'number') throw new CommandRefused(`the service refuses: ${answer.message}`);
  return { transactionId, reference: String(reference), requiresApproval: requiresApproval === true };
}

/** What the payment of a cause takes out of the wallet, fee included, in shillings. */
export async function grossOf(connection: ServiceConnection, { operation, phone }: Cause): Promise<number> {
  const query = new URLSearchParams({ operation, amount: String(paymentShillings), recipient_phone: phone });
  const { total_deducted: gross } = dataOf(await callService(connection, `/wallet/fees?${query}`));
  return Number(gross);
}

function ask(connection: ServiceConnection, { operation, phone }: Cause): Promise<ServiceAnswer> {
  const payment = { amount: paymentShillings, description: 'nsimbi trigger' };
  switch (operation) {
    case 'collection':
      return callService(connection, '/wallet/collect-payment', { ...payment, customer_phone: phone });
    case 'send_money':
      return callService(connection, '/wallet/send-money', { ...payment, recipient_phone: phone });
    case 'withdrawal':
      return callService(connection, '/wallet/withdraw/mobile', { ...payment, phone });
  }
}
