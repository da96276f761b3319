import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { StaffContext } from '../../api/desk.ts';
import { phoneDigits } from '../../components/phone-text.ts';
import type { MoneyOperation, MoneyValues } from './money-operation.ts';

/** The fee and the requirements of an operation. Amounts in shillings. */
export interface Quote {
  readonly amount: number;
  readonly fee_amount: number;
  readonly net_amount: number;
  readonly total_deducted: number;
  readonly transfer_type: 'internal' | 'external';
  readonly available: number;
  readonly is_affordable: boolean;
  readonly requires_approval: boolean;
}

/** Whose phone it is. */
export interface Lookup {
  readonly phone: string;
  readonly operator: string;
  readonly registered_name: string | null;
  readonly is_wallet: boolean;
}

/** The cost and the other side of what is filled in: what a person confirms. */
export function quoteQuery(context: StaffContext, operation: MoneyOperation, values: MoneyValues) {
  const phone = phoneDigits(values.phone);
  const ofOther = operation.kind === 'send_money' ? { recipient_phone: phone } : {};
  const query = { operation: operation.kind, amount: values.amount, ...ofOther };
  return queryOptions({
    queryKey: context.key('quote', query, phone),
    queryFn: async ({ signal }) => {
      const [quote, other] = await Promise.all([
        api.get<Quote>(context.path('/quote'), { query, signal }),
        api.get<Lookup>(context.path('/lookup'), { query: { phone, operation: operation.kind }, signal }),
      ]);
      return { quote, other };
    },
    staleTime: 10_000,
  });
}
