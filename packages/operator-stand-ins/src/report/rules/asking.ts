import {
  endedAt,
  endOf,
  finalAnswer,
  isOverdue,
  keepsAskingAfter,
  type Occasion,
  occasion,
  secondReference,
  wasTaken,
} from '../evidence.ts';
import type { Observation } from '../observation.ts';
import type { Rule } from '../rule.ts';

/** Rules about status queries and callbacks. */

export const pollsWithoutCallback: Rule = {
  number: 5,
  mistake: 'The client waits for a callback that never comes, or asks for the status far too often.',
  instead:
    'Ask for the status on a timetable and let callbacks only shorten the wait; stay below the operator’s limit.',
  toObserve: 'Inject `callback_never`, or give the stand-in no address for callbacks.',
  judge: (evidence) => [
    ...asksTooOften(evidence),
    ...evidence.payments.flatMap((payment): Occasion[] => {
      const at = endedAt(payment);
      if (at === null || payment.kind === 'refund') return [];
      // A payout whose answer is its outcome needs no further word.
      if (
        evidence.callsAbout(payment).some(({ kind, outcome }) => kind !== 'query' && (outcome ?? 'open') !== 'open')
      ) {
        return [];
      }
      if (payment.callbacks.some((callback) => callback.genuine && callback.atMs >= at && wasTaken(callback)))
        return [];
      if (finalAnswer(evidence, payment) !== undefined) {
        return [occasion('avoided', payment, 'No callback reached the client, and it read the final state.')];
      }
      return isOverdue(evidence, at)
        ? [occasion('made', payment, 'No callback reached the client, and it did not read the final state.')]
        : [];
    }),
  ],
};

/** A client that keeps the limit itself may be seen slightly above it, since calls take different times to arrive. */
const limitExcess = 2;

function asksTooOften({ operators, calls }: Observation): readonly Occasion[] {
  return operators.flatMap(({ operator, queriesPerSecond }): Occasion[] => {
    if (queriesPerSecond === null) return [];
    const times = calls.filter((call) => call.operator === operator && call.kind === 'query').map(({ atMs }) => atMs);
    const most = queriesPerSecond * limitExcess;
    const index = times.findIndex((atMs, nth) => (times[nth + most] ?? Number.POSITIVE_INFINITY) - atMs < 1_000);
    if (index < 0) return [];
    const what = `More than ${most} status queries came in one second; the limit is ${queriesPerSecond}.`;
    return [occasion('made', { operator, reference: null }, what)];
  });
}

export const callbackTwice: Rule = {
  number: 6,
  mistake: 'The same callback comes several times, or beside a status query, and is processed twice or refused.',
  instead:
    'Change the state once, under a lock. Answer 200 to each copy. (Double bookkeeping shows in the client’s own books.)',
  toObserve: 'Inject `callback_twice` and let the client receive callbacks.',
  judge: (evidence) =>
    evidence.payments.flatMap((payment): Occasion[] => {
      const [first, ...copies] = payment.callbacks.filter(({ genuine, answer }) => genuine && answer !== null);
      if (first === undefined || copies.length === 0 || !wasTaken(first)) return [];
      const refused = copies.find((copy) => !wasTaken(copy));
      return refused === undefined
        ? [occasion('avoided', payment, `All ${copies.length + 1} callbacks about it were taken.`)]
        : [occasion('made', payment, `The first callback was taken; a later one was answered ${refused.answer}.`)];
    }),
};

export const callbackIsConfirmed: Rule = {
  number: 7,
  mistake: 'A callback that anybody can forge is taken as the truth.',
  instead: 'Refuse what does not match; ask for the status before money moves. At Airtel check the hash as well.',
  toObserve: 'Inject `callback_forged` and let the client receive callbacks.',
  judge: (evidence) =>
    evidence.payments.flatMap((payment): Occasion[] =>
      payment.callbacks.flatMap((callback): Occasion[] => {
        if (callback.genuine || typeof callback.answer !== 'number') return [];
        if (!wasTaken(callback))
          return [occasion('avoided', payment, `A forged callback was answered ${callback.answer}.`)];
        const asked = evidence.callsAbout(payment).some(({ kind, atMs }) => kind === 'query' && atMs >= callback.atMs);
        if (asked) return [occasion('avoided', payment, 'The client asked for the status after a forged callback.')];
        return isOverdue(evidence, callback.atMs)
          ? [occasion('made', payment, 'The client took a forged callback and did not ask for the status.')]
          : [];
      }),
    ),
};

/** A client whose waits double between queries is silent for at most half of a payment's age. */
const silentShareMax = 2 / 3;
/** A payment counts as stuck from this many times the patience on. */
const stuckAfterPatiences = 2;

export const pendingIsNotFailed: Rule = {
  number: 8,
  mistake: 'A payment that stays pending for hours is given up by a local time limit.',
  instead: 'Ask for it ever more rarely, for one to three days, and then let a person decide.',
  toObserve:
    'Collect from 256773123453 or 700801006, or inject `never_ends`; let the client run for twice the patience.',
  judge: (evidence) =>
    evidence.payments.flatMap((payment): Occasion[] => {
      const ageMs = evidence.nowMs - payment.createdAtMs;
      if (endedAt(payment) !== null || ageMs < stuckAfterPatiences * evidence.patienceMs) return [];
      const asked = evidence.callsAbout(payment).filter(({ kind }) => kind === 'query');
      const silentMs = evidence.nowMs - (asked.at(-1)?.atMs ?? payment.createdAtMs);
      return silentMs > ageMs * silentShareMax
        ? [
            occasion(
              'made',
              payment,
              `It is still pending, and the client stopped asking after ${asked.length} queries.`,
            ),
          ]
        : [occasion('avoided', payment, `It is still pending, and the client still asks (${asked.length} queries).`)];
    }),
};

export const readsEveryReason: Rule = {
  number: 18,
  mistake: 'The reason of a failure is read in one form only; the other form, or a new reason, breaks the client.',
  instead: 'Read text and object. Treat an unknown reason as a general failure, and store it as it came.',
  toObserve: 'MTN: inject `reason_object` and `fails`, with a code that is not documented.',
  judge: (evidence) =>
    evidence.calls.flatMap((call): Occasion[] => {
      if (call.kind !== 'query' || call.reasonForm !== 'object' || !isOverdue(evidence, endOf(call))) return [];
      return keepsAskingAfter(evidence, call)
        ? [occasion('made', call, `It failed with an object as reason (${call.code}), and the client kept asking.`)]
        : [occasion('avoided', call, `It failed with an object as reason (${call.code}), and the client understood.`)];
    }),
};

export const stateOutranksCode: Rule = {
  number: 20,
  mistake: 'Airtel’s success beside the code of “in process”, or beside success false, is read as pending or failed.',
  instead: 'Read transaction.status first. (Remove the commas of a balance; that does not show in calls.)',
  toObserve: 'Airtel: inject `success_in_process` or `success_not_success`.',
  judge: (evidence) =>
    evidence.calls.flatMap((call): Occasion[] => {
      if (!call.isContradictory || call.kind !== 'query') return [];
      const other = secondReference(evidence, { ...call, kind: 'collection' }, endOf(call));
      if (other !== undefined || keepsAskingAfter(evidence, call)) {
        return [
          occasion(
            'made',
            call,
            `It succeeded beside the code ${call.code}, and the client did not take it as an end.`,
          ),
        ];
      }
      return isOverdue(evidence, endOf(call))
        ? [occasion('avoided', call, `It succeeded beside the code ${call.code}, and the client took it as an end.`)]
        : [];
    }),
};
