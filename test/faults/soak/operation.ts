import { uniform } from '../../../packages/operator-stand-ins/src/faults/uniform.ts';
import type { LiveClient } from '../../service/live-clients.ts';

export type Operator = 'MTN' | 'Airtel';

/** A request that moves money over an operator, before it is sent. */
export interface Operation {
  readonly n: number;
  readonly kind: 'collection' | 'payment' | 'withdrawal' | 'refund';
  readonly client: LiveClient;
  readonly key: string;
  readonly path: string;
  readonly body: Readonly<Record<string, string | number>>;
}

/** What the ledger calls the transaction that an operation makes. */
export const typeOfKind = {
  collection: 'collection',
  payment: 'payment_sent',
  withdrawal: 'withdrawal',
  refund: 'refund',
} as const;

const descriptions = [null, 'Order 7', "O'Brien's shoes", 'Café ☕ & cake', 'x'.repeat(200)];

/** Operation `n` of a run: the same for the same seed. A refund names no collection yet, and is a collection until then. */
export function drawOperation(seed: number, n: number, clients: readonly LiveClient[]): Operation {
  const draw = (what: string) => uniform(seed, 'operation', n, what);
  const pick = <T>(list: readonly T[], what: string): T => list[Math.floor(draw(what) * list.length)]!;
  const kind = pick(
    [
      'collection',
      'collection',
      'collection',
      'collection',
      'payment',
      'payment',
      'withdrawal',
      'withdrawal',
      'refund',
    ],
    'kind',
  ) as Operation['kind'];
  const description = pick(descriptions, 'description');
  const phone = drawPhone(pick<Operator>(['MTN', 'Airtel'], 'operator'), kind, draw);
  // Amounts of their own make a payment that was taken for another one show in the sums.
  const amount = 1_000 + Math.floor(draw('amount') * 40_000);
  const shared = { key: `soak-${seed}-${n}`, n, kind, client: pick(clients, 'client') };
  const more = { amount, ...(description === null ? {} : { description }) };
  switch (kind) {
    case 'payment':
      return { ...shared, path: '/api/v1/wallet/send-money', body: { recipient_phone: phone, ...more } };
    case 'withdrawal':
      return { ...shared, path: '/api/v1/wallet/withdraw/mobile', body: { phone, ...more } };
    default:
      return { ...shared, path: '/api/v1/wallet/collect-payment', body: { customer_phone: phone, ...more } };
  }
}

/** Few enough numbers that each has several payments, and now and then one of those that end in a documented way. */
function drawPhone(operator: Operator, kind: Operation['kind'], draw: (what: string) => number): string {
  const digits = (what: string, below: number, length: number) =>
    String(Math.floor(draw(what) * below)).padStart(length, '0');
  const special = draw('special') < 0.04;
  if (operator === 'MTN') {
    if (!special) return `25677${digits('number', 900, 3)}0001`;
    return `256773${draw('taken') < 0.5 ? '1' : '2'}234${50 + Math.floor(draw('row') * 14)}`;
  }
  if (!special) return `25675${digits('number', 900, 3)}0002`;
  const range = kind === 'payment' || kind === 'withdrawal' ? '70090' : '70080';
  return `256${range}1${draw('taken') < 0.5 ? '0' : '1'}${digits('row', 30, 2)}`;
}
