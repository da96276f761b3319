import type { OperatorCall } from '../ledger/rows/submission.ts';
import type { Mode } from '../ledger/transaction.ts';
import { type Msisdn, msisdn, msisdnForm } from '../phone/msisdn.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { type MoneyServices, refuseLive } from './operation.ts';
import type { OperatorPort } from './operator-port.ts';

/** The phone of a request's field. @throws Refusal that names the field and shows the form. */
export function phoneField(field: string, text: string): Msisdn {
  const phone = msisdn(text);
  if (phone === null) throw invalidField(field, `${field} ${msisdnForm}.`);
  return phone;
}

/**
 * Prepares the money call of a transaction that is about to be written.
 * @throws Refusal when the operator is not served, has no settings, or is away; nothing was written.
 */
export function prepareOrRefuse(
  services: Pick<MoneyServices, 'operators' | 'liveRefusal'>,
  mode: Mode,
  operator: string,
  direction: 'collection' | 'payout',
): { readonly to: 'operator' } & OperatorCall {
  const prepared = services.operators.prepare(mode, operator, direction);
  switch (prepared.is) {
    case 'ready':
      return { to: 'operator', ...prepared.call };
    case 'not_supported':
      throw new Refusal('operator_not_supported', notServedSentence(operator, services.operators));
    case 'not_configured':
      // On a restored copy no operator is connected, and settings would not change that.
      refuseLive(services, mode);
      throw new Refusal(
        'operator_unavailable',
        `${operator} is not connected: this service has no live credentials for it. Nothing happened; ask the administrator of the service to connect it.`,
        { retryAfterSeconds: prepared.retryAfterSeconds },
      );
    case 'unavailable':
      throw new Refusal(
        'operator_unavailable',
        `${operator} cannot be reached now; nothing happened, try again later.`,
        { retryAfterSeconds: prepared.retryAfterSeconds },
      );
  }
}

/** The message for numbers of an operator that we do not support; it names those that we do. */
export function notServedSentence(operator: string, { served }: Pick<OperatorPort, 'served'>): string {
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(served);
  return `Numbers of ${operator} are not supported; use an ${names} number.`;
}
