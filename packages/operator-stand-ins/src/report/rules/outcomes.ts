import {
  addTo,
  answerOf,
  callsAfter,
  endedAt,
  endOf,
  finalAnswer,
  isMoney,
  isOverdue,
  type Occasion,
  occasion,
  secondReference,
} from '../evidence.ts';
import type { ObservedPayment, RecordedCall } from '../observation.ts';
import type { Rule } from '../rule.ts';

/** Rules about what a client makes of an answer to a money call. */

export const acceptedIsNotPaid: Rule = {
  number: 1,
  mistake: 'The operator accepts a payment, and the client takes it as paid.',
  instead: 'Accepted means pending. Ask for the status until it is final.',
  toObserve: 'Let one payment be accepted and come to its end.',
  judge: (evidence) =>
    evidence.payments.flatMap((payment): Occasion[] => {
      const at = endedAt(payment);
      const accepted = evidence.callsAbout(payment).find((call) => isMoney(call) && call.meaning === 'accepted');
      // Airtel's answer to a payout, and to a refund, is the outcome itself.
      if (at === null || accepted === undefined || (accepted.outcome ?? 'open') !== 'open') return [];
      if (payment.operator === 'airtel' && payment.kind === 'refund') return [];
      if (finalAnswer(evidence, payment) !== undefined) {
        return [occasion('avoided', payment, 'The client read the final state after the payment was accepted.')];
      }
      return isOverdue(evidence, Math.max(at, endOf(accepted)))
        ? [occasion('made', payment, 'The payment was accepted and ended; the client never read its final state.')]
        : [];
    }),
};

/** A client that gets no answer may go on while it still listens, so the end of the connection does not say when it gave up. */
function doubtfulFrom(call: RecordedCall): number {
  return call.answer === 'silence' || call.answer === 'left' ? call.atMs : endOf(call);
}

/** Collections and payouts have the same rule, and a mistake costs somebody else in each. */
function unknownOutcome(kind: 'collection' | 'payout'): NonNullable<Rule['judge']> {
  return (evidence) =>
    evidence.calls.flatMap((call): Occasion[] => {
      if (call.kind !== kind || call.meaning !== 'unknown') return [];
      const other = secondReference(evidence, call, doubtfulFrom(call));
      if (other !== undefined) {
        return [
          occasion('made', call, `Its outcome was unknown (${answerOf(call)}); ${other.reference} asked for it again.`),
        ];
      }
      if (callsAfter(evidence, call, doubtfulFrom(call)).length > 0) {
        return [occasion('avoided', call, `After an unknown outcome (${answerOf(call)}) it kept its reference.`)];
      }
      return call.endedAtMs !== null && isOverdue(evidence, call.endedAtMs)
        ? [occasion('made', call, `Its outcome was unknown (${answerOf(call)}), and the client never asked for it.`)]
        : [];
    });
}

export const unknownCollectionIsNotFailed: Rule = {
  number: 2,
  mistake: 'A collection without a clear answer is recorded as failed, and a new one charges the customer twice.',
  instead: 'Store the reference first. Ask for the status by it, and send again only with the same reference.',
  toObserve: 'Inject `silent_done`, `reset_after`, `error_500_done` or `html_503` into a collection.',
  judge: unknownOutcome('collection'),
};

export const unknownPayoutIsNotFailed: Rule = {
  number: 17,
  mistake: 'A payout without a clear answer is recorded as failed, and is paid again.',
  instead: 'Reserve the money first, and release it only after a final failure. Never pay again with a new reference.',
  toObserve: 'Inject `silent_done`, `reset_after`, `error_503_done` or `went_wrong_done` into a payout.',
  judge: unknownOutcome('payout'),
};

export const duplicateIsKnown: Rule = {
  number: 3,
  mistake: 'The answer that a reference exists already is taken as a failure.',
  instead: 'It says that the operator has the payment. Keep it pending, and ask for its status.',
  toObserve: 'Inject `conflict_done`, or let the client send a reference again after `reset_after`.',
  judge: (evidence) =>
    evidence.calls.flatMap((call): Occasion[] => {
      if (!isMoney(call) || call.meaning !== 'duplicate') return [];
      if (call.operator === 'airtel' && call.kind === 'refund') return [];
      const other = secondReference(evidence, call, endOf(call));
      if (other !== undefined) {
        return [occasion('made', call, `It existed already; ${other.reference} asked for the same payment again.`)];
      }
      const asked = callsAfter(evidence, call).some(({ kind }) => kind === 'query');
      if (asked || finalAnswer(evidence, call) !== undefined) {
        return [occasion('avoided', call, 'It existed already, and the client asked for its status.')];
      }
      return isOverdue(evidence, endOf(call))
        ? [occasion('made', call, 'It existed already, and the client did not ask for its status.')]
        : [];
    }),
};

/** One repetition may be the client's way to make sure. */
const configurationErrorsMax = 2;

export const readableErrorIsFinal: Rule = {
  number: 4,
  mistake: 'An error of the configuration that comes as HTTP 500, or inside HTTP 200, is sent again for ever.',
  instead: 'Decide by the code in the answer, not by the class of the HTTP status.',
  toObserve:
    'MTN: collect from 256773223460 (INVALID_CURRENCY as HTTP 500). Airtel: inject `refused` with code ESB000035.',
  judge(evidence) {
    const groups = new Map<string, RecordedCall[]>();
    for (const call of evidence.calls) {
      if (!isMoney(call) || call.meaning !== 'refused' || call.reason !== 'configuration') continue;
      const key = [call.operator, call.kind, call.phone ?? call.reference, call.amount].join(' ');
      addTo(groups, key, call);
    }
    return [...groups.values()].flatMap((calls): Occasion[] => {
      const last = calls.at(-1)!;
      if (calls.length > configurationErrorsMax) {
        return [occasion('made', last, `It was sent ${calls.length} times although the answer was ${last.code}.`)];
      }
      return isOverdue(evidence, endOf(last))
        ? [occasion('avoided', last, `It was not sent again after the answer ${last.code}.`)]
        : [];
    });
  },
};

export const oneOpenPrompt: Rule = {
  number: 10,
  mistake:
    'A second prompt is sent to a phone while the first is open, and the customer approves the older one, or both.',
  instead: 'Have one open collection for each customer and order. Wait for its end before the next.',
  toObserve:
    'Collect from 256773123453 (stays pending) or 700801006 at Airtel, and ask the client for the same amount again.',
  judge(evidence) {
    const groups = new Map<string, ObservedPayment[]>();
    for (const payment of evidence.payments) {
      if (payment.kind !== 'collection') continue;
      addTo(groups, [payment.operator, payment.phone, payment.amount].join(' '), payment);
    }
    return [...groups.values()].flatMap((payments) =>
      payments.slice(1).map((payment, index) => {
        const before = payments[index]!;
        return (endedAt(before) ?? Number.POSITIVE_INFINITY) > payment.createdAtMs
          ? occasion('made', payment, `Its prompt was sent while that of ${before.reference} was open.`)
          : occasion('avoided', payment, 'Its prompt was sent after the earlier one had ended.');
      }),
    );
  },
};

export const refundOnce: Rule = {
  number: 16,
  mistake: 'An Airtel refund without a clear answer is sent again. It has no reference, so it can be paid twice.',
  instead: 'Send one refund for each airtel_money_id. Let a person look at an unknown result.',
  toObserve: 'Inject `reset_after` or `silent_done` into an Airtel refund.',
  judge: (evidence) =>
    evidence.calls.flatMap((call): Occasion[] => {
      const mayBeDone = call.meaning === 'unknown' || call.meaning === 'accepted';
      if (call.operator !== 'airtel' || call.kind !== 'refund' || !mayBeDone) return [];
      const again = callsAfter(evidence, call).some(({ kind }) => kind === 'refund');
      if (again) return [occasion('made', call, `Its refund was sent again after an answer ${answerOf(call)}.`)];
      return call.meaning === 'unknown' && isOverdue(evidence, endOf(call))
        ? [occasion('avoided', call, 'Its refund was not sent again after an unknown result.')]
        : [];
    }),
};

/** Long after the first answer, a client that received no callback may query only once an hour. */
const lateLookMs = 65 * 60_000;

export const lateOutcomeCounts: Rule = {
  number: 9,
  mistake: 'A payment that succeeds after it was called failed or expired, or the reverse, is dropped.',
  instead:
    'Ask again about ended payments, one hour later and at the end of the day. Record what the operator says last.',
  toObserve: 'Inject `late_success` or `late_failure`, with callbacks, or run for more than an hour without.',
  judge: (evidence) =>
    evidence.payments.flatMap((payment): Occasion[] => {
      const finals = payment.turns.filter(({ outcome }) => outcome !== 'open');
      const last = finals.at(-1);
      const before = finals.at(-2);
      if (last === undefined || before === undefined || last.outcome === before.outcome) return [];
      const calls = evidence.callsAbout(payment);
      if (!calls.some(({ outcome, atMs }) => outcome === before.outcome && atMs < last.atMs)) return [];
      if (calls.some(({ outcome, atMs }) => outcome === last.outcome && atMs >= last.atMs)) {
        return [
          occasion('avoided', payment, `The client read that it ${last.outcome} after it had ${before.outcome}.`),
        ];
      }
      const isTold = payment.callbacks.some(({ atMs, genuine }) => genuine && atMs >= last.atMs);
      return isOverdue(evidence, last.atMs, isTold ? evidence.patienceMs : lateLookMs)
        ? [
            occasion(
              'made',
              payment,
              `It ${last.outcome} after it had ${before.outcome}; the client did not read that.`,
            ),
          ]
        : [];
    }),
};
