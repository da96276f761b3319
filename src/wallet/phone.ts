import type { OperatorCall } from '../ledger/commands.ts';
import { type Msisdn, msisdn, msisdnForm } from '../msisdn/msisdn.ts';
import type { PreparedCall } from './operator-port.ts';
import { invalidField, Refusal } from './refusal.ts';

/** The phone of a request's field. @throws Refusal that names the field and shows the form. */
export function phoneField(field: string, text: string): Msisdn {
  const phone = msisdn(text);
  if (phone === null) throw invalidField(field, `${field} ${msisdnForm}.`);
  return phone;
}

/** The prepared call. @throws Refusal when the operator is not served, or is away before anything was written. */
export function callOrRefuse(prepared: PreparedCall, operator: string): { readonly to: 'operator' } & OperatorCall {
  switch (prepared.is) {
    case 'ready':
      return { to: 'operator', ...prepared.call };
    case 'not_supported':
      throw new Refusal(
        'operator_not_supported',
        `Numbers of ${operator} are not served; use an MTN or Airtel number.`,
      );
    case 'unavailable':
      throw operatorAway(operator, prepared.retryAfterSeconds);
  }
}

/** The refusal of what needs an operator that is away, before anything was written. */
export function operatorAway(operator: string, retryAfterSeconds: number): Refusal {
  return new Refusal('operator_unavailable', `${operator} cannot be reached now; nothing happened, try again later.`, {
    retryAfterSeconds,
  });
}
