import { uniform } from '../../packages/operator-stand-ins/src/faults/uniform.ts';

/** How a client behaves with one request. */
export type Conduct =
  /** Sends it again under its key until there is a final answer. */
  | 'patient'
  /** The same, and then twice more, to see whether the answer stays the same. */
  | 'repeats'
  /** Sends it twice at the same time. */
  | 'doubles'
  /** Uses the key for another amount afterwards. */
  | 'changes_body'
  /** Closes the connection before the answer, and tries again later. */
  | 'gives_up_and_retries'
  /** Closes the connection before the answer and never asks again. */
  | 'walks_away';

/** A request of a client's program that moves money under an Idempotency-Key. Amounts in shillings. */
export interface MoneyOperation {
  readonly n: number;
  readonly kind: 'payment' | 'send' | 'withdrawal' | 'collection' | 'refund' | 'approval';
  /** Position of the client in the campaign's list. */
  readonly client: number;
  readonly amount: number;
  /** A phone number, or the position of the client that is paid. */
  readonly to: { readonly phone: string } | { readonly client: number };
  readonly description: string;
  readonly conduct: Conduct;
  /** What a second person does with a payment that waits for approval. */
  readonly decision: 'approve' | 'reject' | 'expire';
}

/** Work of people in the dashboard. */
export interface StaffOperation {
  readonly n: number;
  readonly kind: 'bulk_payout' | 'adjustment' | 'review' | 'key_roll';
  readonly client: number;
  readonly description: string;
  readonly decision: 'approve' | 'reject';
  /** Of a bulk payout: its rows. Of an adjustment: one row, whose amount is positive into the wallet and negative out of it. */
  readonly rows: readonly { readonly amount: number; readonly to: MoneyOperation['to'] }[];
  /** Of a key roll: how long the old key still works. */
  readonly overlapHours: 0 | 1;
}

export type PlannedOperation = MoneyOperation | StaffOperation;
export type OperationKind = PlannedOperation['kind'];

/** Payments of this gross amount or more need a second person in a campaign; only `approval` draws such amounts. */
export const approvalThreshold = 500_000;

const kindWeights: Readonly<Record<OperationKind, number>> = {
  payment: 42,
  collection: 20,
  send: 10,
  withdrawal: 8,
  refund: 6,
  approval: 4,
  adjustment: 3,
  review: 5,
  bulk_payout: 1,
  key_roll: 1,
};

const conductWeights: Readonly<Record<Conduct, number>> = {
  patient: 70,
  repeats: 10,
  doubles: 6,
  gives_up_and_retries: 6,
  changes_body: 4,
  walks_away: 4,
};

/** What follows the token in a description: texts that were trouble elsewhere. */
const texts = ['', ' Order 7', " O'Brien's shoes", ' Café ☕ & cake', ` ${'x'.repeat(160)}`];

/** The first word of the description of everything that operation `n` makes: by it the checker finds its effects. */
export function tokenOf(seed: number, n: number): string {
  return `c${seed}-${n}`;
}

/** The Idempotency-Key of operation `n`. */
export function keyOf(seed: number, n: number): string {
  return `campaign-${seed}-${n}`;
}

/** Operation `n` of a campaign: the same for the same seed and number of clients. Pure. */
export function planOperation(seed: number, n: number, clients: number): PlannedOperation {
  const draw = (...words: (string | number)[]) => uniform(seed, 'operation', n, ...words);
  const below = (bound: number, ...words: (string | number)[]) => Math.floor(draw(...words) * bound);
  const kind = weighted(kindWeights, draw('kind'));
  const client = below(clients, 'client');
  const description = tokenOf(seed, n) + (texts[below(texts.length, 'text')] ?? '');
  const another = { client: (client + 1 + below(clients - 1, 'recipient')) % clients };
  const amount = 1_000 + below(40_000, 'amount');
  const rejects = draw('decision') < 0.25;
  switch (kind) {
    case 'bulk_payout':
    case 'adjustment':
    case 'review':
    case 'key_roll': {
      const count = kind === 'bulk_payout' ? 2 + below(6, 'rows') : kind === 'adjustment' ? 1 : 0;
      const rows = Array.from({ length: count }, (_, row) => ({
        amount: (1_000 + below(20_000, 'row', row)) * (kind === 'adjustment' && draw('direction') < 0.4 ? -1 : 1),
        to: row % 2 === 0 ? another : { phone: drawPhone('payout', (...words) => draw('row', row, ...words)) },
      }));
      const overlapHours = draw('overlap') < 0.5 ? 0 : 1;
      return { n, kind, client, description, decision: rejects ? 'reject' : 'approve', rows, overlapHours };
    }
    default: {
      const isInside = kind === 'payment' || (kind === 'approval' && draw('route') < 0.4);
      const phone = drawPhone(kind === 'collection' || kind === 'refund' ? 'collection' : 'payout', draw);
      return {
        n,
        kind,
        client,
        amount: kind === 'approval' ? approvalThreshold + amount : amount,
        to: isInside ? another : { phone },
        description,
        conduct: weighted(conductWeights, draw('conduct')),
        decision: rejects ? 'reject' : draw('decision') < 0.4 ? 'expire' : 'approve',
      };
    }
  }
}

/** One of the names, each as often as its weight says. @param at from 0 up to 1. */
export function weighted<Name extends string>(weights: Readonly<Record<Name, number>>, at: number): Name {
  const names = Object.keys(weights) as Name[];
  let rest = at * names.reduce((sum, name) => sum + weights[name], 0);
  for (const name of names) {
    rest -= weights[name];
    if (rest < 0) return name;
  }
  throw new Error('there is nothing to choose from');
}

/** Few enough numbers that each has several payments, and now and then one of those that end in a documented way. */
function drawPhone(direction: 'collection' | 'payout', draw: (...words: (string | number)[]) => number): string {
  const digits = (what: string, below: number, length: number) =>
    String(Math.floor(draw(what) * below)).padStart(length, '0');
  const isSpecial = draw('special') < 0.04;
  const taken = draw('taken') < 0.5;
  if (draw('operator') < 0.5) {
    if (!isSpecial) return `25677${digits('number', 900, 3)}0001`;
    return `256773${taken ? '1' : '2'}234${50 + Math.floor(draw('row') * 14)}`;
  }
  if (!isSpecial) return `25675${digits('number', 900, 3)}0002`;
  return `256${direction === 'payout' ? '70090' : '70080'}1${taken ? '0' : '1'}${digits('row', 30, 2)}`;
}
