import {
  answerOf,
  callsAfter,
  type Evidence,
  endOf,
  findFrom,
  isMoney,
  isOverdue,
  type Occasion,
  occasion,
} from '../evidence.ts';
import type { RecordedCall } from '../observation.ts';
import type { Rule } from '../rule.ts';

/** Rules about tokens, keys and environments. */

export const tokenEndsInFlight: Rule = {
  number: 12,
  mistake: 'A token that ends in the middle of a call fails a payment, or many workers fetch tokens at once.',
  instead: 'Fetch early and once for all workers. After 401 fetch once, and repeat with the same reference.',
  toObserve: 'Inject `unauthorized` or `query_unauthorized`, or shorten the setting `tokenLifetimeMs`.',
  judge: (evidence) => [...evidence.calls.flatMap((call) => afterUnauthorized(evidence, call)), ...tokens(evidence)],
};

function afterUnauthorized(evidence: Evidence, call: RecordedCall): readonly Occasion[] {
  // Without a token that was given out, the credentials are wrong and not the token.
  if (call.meaning !== 'unauthorized' || call.token === null || call.reference === null) return [];
  const again = callsAfter(evidence, call).find(({ kind }) => kind === call.kind);
  if (again !== undefined) {
    return again.token === call.token
      ? [occasion('made', call, 'It was sent again with the token that had just been refused.')]
      : [occasion('avoided', call, 'It was sent again with a new token and the same reference.')];
  }
  if (!isMoney(call) || !isOverdue(evidence, endOf(call))) return [];
  const other = findFrom(evidence.sameMoney(call), endOf(call), ({ reference }) => reference !== call.reference);
  return other === undefined
    ? [occasion('made', call, `Its token was refused (${answerOf(call)}), and it was not sent again.`)]
    : [occasion('made', call, `Its token was refused, and it was sent again as ${other.reference}.`)];
}

/** A client may be a few processes, each with a token of its own. */
const needlessTokensMax = 4;

/** Tokens that were fetched although the one before had most of its life left and was not refused. */
function tokens({ operators, calls }: Evidence): readonly Occasion[] {
  return operators.flatMap(({ operator, tokenLifetimeMs }): Occasion[] => {
    const own = calls.filter((call) => call.operator === operator);
    const last = new Map<string | null, RecordedCall>();
    const uses = new Map<number, number>();
    let needless = 0;
    for (const call of own) {
      if (call.meaning === 'unauthorized') last.clear();
      if (call.kind !== 'token') {
        if (call.token !== null) uses.set(call.token, (uses.get(call.token) ?? 0) + 1);
        continue;
      }
      if (call.meaning !== 'accepted') continue;
      const before = last.get(call.product);
      if (before !== undefined && call.atMs - before.atMs < tokenLifetimeMs / 2) needless += 1;
      last.set(call.product, call);
    }
    const at = { operator, reference: null };
    if (needless > needlessTokensMax) {
      return [occasion('made', at, `${needless} tokens were fetched while an earlier one had most of its life left.`)];
    }
    const most = Math.max(0, ...uses.values());
    return most > 1 ? [occasion('avoided', at, `One token was used for ${most} calls.`)] : [];
  });
}

export const keysOfTheProduct: Rule = {
  number: 15,
  mistake: 'The keys or the token of MTN’s collection product are used for payouts or refunds.',
  instead: 'Have one set of key, user and token for each product. A refund belongs to disbursement.',
  toObserve: 'MTN: let the client pay out or refund.',
  judge: ({ calls }) =>
    calls.flatMap((call): Occasion[] => {
      if (call.operator !== 'mtn' || call.product === null) return [];
      const other = [call.keyProduct, call.tokenProduct].find((one) => one !== null && one !== call.product);
      if (other !== undefined) {
        return [occasion('made', call, `A call of ${call.product} came with a key or token of ${other}.`)];
      }
      const usesOwn = call.kind === 'payout' || call.kind === 'refund';
      return usesOwn && call.keyProduct !== null
        ? [occasion('avoided', call, `A ${call.kind} came with the keys of ${call.product}.`)]
        : [];
    }),
};

export const ownEnvironment: Rule = {
  number: 21,
  mistake: 'Calls or callbacks of the sandbox reach production, or the reverse.',
  instead:
    'Have separate addresses and keys for each environment. Answer 200 to a callback about an unknown payment, and create nothing.',
  toObserve: 'MTN: any call shows its environment. A callback about an unknown payment does not come from a stand-in.',
  judge: ({ calls }) =>
    calls.flatMap((call): Occasion[] => {
      if (call.operator !== 'mtn') return [];
      if (!call.isOurEnvironment) return [occasion('made', call, 'It named another environment than the account has.')];
      return isMoney(call) ? [occasion('avoided', call, 'It named the environment of the account.')] : [];
    }),
};
