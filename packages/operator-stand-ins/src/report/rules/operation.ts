import { addTo, endOf, isMoney, type Occasion, occasion } from '../evidence.ts';
import type { RecordedCall } from '../observation.ts';
import type { Rule } from '../rule.ts';

/** Rules about how a client is operated: when an operator is away, when money runs out, and how books are compared. */

const stormLength = 20;
const stormMs = 60_000;
const outageLength = 5;
const pauseMs = 5_000;

export const stopsWhenDown: Rule = {
  number: 23,
  mistake: 'The operator is down, and payments keep being started.',
  instead:
    'Stop for a while after a few failures in a row, for each operator and direction. Queue payouts, refuse collections.',
  toObserve: 'Inject `error_503_not_done` into every call, ask the client for 30 payments, then take the fault away.',
  judge: ({ calls }) => {
    const streams = new Map<string, RecordedCall[]>();
    const begun = new Set<string>();
    for (const call of calls) {
      const id = `${call.operator} ${call.reference}`;
      if (!isMoney(call) || begun.has(id)) continue;
      begun.add(id);
      addTo(streams, `${call.operator} ${call.kind}`, call);
    }
    return [...streams.values()].flatMap(outages);
  },
};

/** @param begun the first call of each payment of one operator and kind, in order. */
function outages(begun: readonly RecordedCall[]): readonly Occasion[] {
  const occasions: Occasion[] = [];
  let down: RecordedCall[] = [];
  for (const call of begun) {
    const last = down.at(-1);
    const paused = last !== undefined && call.atMs - endOf(last) >= pauseMs;
    if (down.length >= outageLength && paused) {
      occasions.push(
        occasion('avoided', call, `After ${down.length} failures in a row nothing was begun for a while.`),
      );
      down = [];
    }
    if (call.meaning !== 'unknown') {
      down = [];
      continue;
    }
    down.push(call);
    const first = down[down.length - stormLength];
    if (first !== undefined && call.atMs - first.atMs <= stormMs) {
      occasions.push(occasion('made', call, `It was the ${stormLength}th payment begun in a row without an answer.`));
      down = [];
    }
  }
  return occasions;
}

const balanceAgeMaxMs = 3_600_000;

export const watchesFloat: Rule = {
  number: 24,
  mistake: 'That the float is low shows only in payouts that fail.',
  instead: 'Ask for the balance regularly, alert below a threshold, and compare before each payout.',
  toObserve: 'Let the client pay out; lower the balance with PUT /_accounts, and let it pay out more than that.',
  judge: ({ calls }) => {
    const balances = new Map<string, RecordedCall>();
    const payouts = new Map<string, RecordedCall>();
    const key = ({ operator, product }: RecordedCall) => `${operator} ${product}`;
    return calls.flatMap((call): Occasion[] => {
      if (call.kind === 'balance' && call.balance !== null) balances.set(key(call), call);
      const id = `${call.operator} ${call.reference}`;
      if (call.kind === 'payout' && !payouts.has(id)) payouts.set(id, call);
      const payout = payouts.get(id);
      const isShort = call.reason === 'no_funds' && payout !== undefined;
      if (call.kind !== 'payout' && !isShort) return [];
      const known = balances.get(key(call));
      const isRecent = known !== undefined && (payout ?? call).atMs - known.atMs <= balanceAgeMaxMs;
      if (!isShort) {
        return isRecent ? [occasion('avoided', call, 'The client had asked for the balance before this payout.')] : [];
      }
      if (!isRecent)
        return [occasion('made', call, 'It failed for want of money; the client had not asked for the balance.')];
      return (known.balance ?? 0) < (payout.amount ?? 0)
        ? [occasion('made', call, 'It was sent although the balance that the client had read was too small.')]
        : [occasion('avoided', call, 'It failed for want of money; the client had asked for the balance.')];
    });
  },
};

export const comparesDetails: Rule = {
  number: 11,
  mistake: 'The amount, currency, payer or reference in the status is not the one that was asked for, and is booked.',
  instead: 'Compare all four with the own record. A difference goes to a person, and nothing is credited.',
  toObserve:
    'It does not show in calls. Inject `other_amount`, `other_currency`, `other_phone` or `other_reference`, and look into the client’s books.',
  judge: null,
};

export const comparesBooks: Rule = {
  number: 22,
  mistake: 'The books are never compared with the operator’s statement.',
  instead: 'Compare each day by the operator’s id. Ask again for all that is not final, and report the differences.',
  toObserve:
    'It does not show in calls: a statement is a file from the operator’s portal. Compare the client’s books with GET /_books.',
  judge: null,
};
