import type { Transaction } from '../../../ledger/transaction.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import type { TrailEvent } from '../../../wallet/transaction-trail.ts';
import type { TrailCase, TrailDelivery, TrailStep } from '../../schemas/transactions.ts';

/** What is still owed to the operator of a transaction; times in milliseconds since 1970. */
export interface OperatorWork {
  readonly sends: number;
  readonly queries: number;
  readonly inReview: boolean;
  readonly waitsFor: 'circuit' | 'float' | 'provider' | 'room' | null;
  readonly firstSentAtMs: number | null;
  readonly callEndedAtMs: number | null;
  readonly dueAtMs: number;
}

export interface Trail {
  readonly transaction: Transaction;
  readonly events: readonly TrailEvent[];
  readonly work: OperatorWork | null;
  readonly cases: readonly TrailCase[];
  readonly deliveries: readonly TrailDelivery[];
}

const whatItWaitsFor = {
  circuit: 'The operator is not asked for now, because its calls have been failing.',
  float: 'The money that we hold at the operator is not enough for it yet.',
  provider: 'The operator’s connection is switched off here.',
  room: 'Other calls to the operator go first.',
} as const;

/** What happened to a transaction, in the order in which it did. Pure. */
export function stepsOf({ transaction, events, work, cases, deliveries }: Trail): TrailStep[] {
  const steps = [
    ...stateSteps(transaction),
    ...(work === null ? [] : operatorSteps(transaction, work)),
    ...eventSteps(events),
    ...deliveries.flatMap(deliverySteps),
    ...cases.flatMap(caseSteps),
  ];
  // Steps of one moment keep their order: the state, then what was told of it.
  return steps.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function stateSteps(transaction: Transaction): TrailStep[] {
  const { createdAtMs, completedAtMs, failedAtMs, failure, details, provider } = transaction;
  const steps: TrailStep[] = [
    {
      at: isoTime(createdAtMs),
      kind: 'state',
      title: transaction.status === 'pending' ? 'Accepted, waits for approval' : 'Accepted',
      detail: transaction.apiTriggered ? 'Through the API.' : null,
      tone: 'neutral',
    },
  ];
  if (completedAtMs !== null) {
    const receipt = transaction.operatorReceipt;
    steps.push({
      at: isoTime(completedAtMs),
      kind: 'state',
      title: 'Completed',
      detail: receipt === null ? null : `${provider ?? 'The operator'}’s receipt is ${receipt}.`,
      tone: 'good',
    });
  }
  if (failedAtMs !== null) {
    const by = details?.rejected_by;
    steps.push({
      at: isoTime(failedAtMs),
      kind: 'state',
      title: failure?.code === 'approval_rejected' && typeof by === 'string' ? `Rejected by ${by}` : 'Failed',
      detail: failure?.reason ?? null,
      tone: 'bad',
    });
  }
  return steps;
}

function operatorSteps({ provider }: Transaction, work: OperatorWork): TrailStep[] {
  const operator = provider ?? 'the operator';
  const steps: TrailStep[] = [];
  if (work.firstSentAtMs !== null) {
    steps.push({
      at: isoTime(work.firstSentAtMs),
      kind: 'operator',
      title: `Called ${operator}`,
      detail: work.sends > 1 ? `The call was made ${work.sends} times, with one reference.` : null,
      tone: 'neutral',
    });
  }
  if (work.callEndedAtMs !== null) {
    const asked = work.queries === 1 ? 'once' : `${work.queries} times`;
    steps.push({
      at: isoTime(work.callEndedAtMs),
      kind: 'operator',
      title: `${operator} answered the call`,
      detail: work.queries === 0 ? 'Its final word is awaited.' : `Its final word is awaited; it was asked ${asked}.`,
      tone: 'waiting',
    });
  }
  if (work.waitsFor !== null) {
    const title = `The call to ${operator} is held back`;
    steps.push({
      at: isoTime(work.dueAtMs),
      kind: 'operator',
      title,
      detail: whatItWaitsFor[work.waitsFor],
      tone: 'attention',
    });
  }
  return steps;
}

/** Events of one moment are one step. */
function eventSteps(events: readonly TrailEvent[]): TrailStep[] {
  return [...Map.groupBy(events, ({ created_at }) => created_at)].map(([at, ofMoment]) => ({
    at,
    kind: 'event',
    title: ofMoment.length === 1 ? 'Event' : `${ofMoment.length} events`,
    detail: ofMoment.map(({ type }) => type).join(', '),
    tone: 'neutral',
  }));
}

function deliverySteps(delivery: TrailDelivery): TrailStep[] {
  const to = new URL(delivery.url).host;
  const { last_response_status: status, attempts } = delivery;
  if (delivery.delivered_at !== null) {
    const detail = `${delivery.event_type}, answered with ${status ?? 'nothing'}${attempts > 1 ? ` at attempt ${attempts}` : ''}.`;
    return [{ at: delivery.delivered_at, kind: 'delivery', title: `Webhook delivered to ${to}`, detail, tone: 'good' }];
  }
  if (delivery.status === 'cancelled') return [];
  const answered = status === null ? 'no answer' : `answer ${status}`;
  const tried = attempts === 0 ? 'not attempted yet' : `${attempts} attempts, last with ${answered}`;
  return [
    {
      at: delivery.created_at,
      kind: 'delivery',
      title: delivery.status === 'failed' ? `Webhook to ${to} failed` : `Webhook to ${to} is being delivered`,
      detail: `${delivery.event_type}, ${tried}.`,
      tone: delivery.status === 'failed' ? 'bad' : 'waiting',
    },
  ];
}

function caseSteps(found: TrailCase): TrailStep[] {
  const opened: TrailStep = {
    at: found.opened_at,
    kind: 'review',
    title: `Review case ${found.id} was opened`,
    detail: found.meaning,
    tone: 'attention',
  };
  if (found.resolved_at === null) return [opened];
  const title = `Review case ${found.id} ended: ${found.resolution}`;
  return [opened, { at: found.resolved_at, kind: 'review', title, detail: null, tone: 'neutral' }];
}
