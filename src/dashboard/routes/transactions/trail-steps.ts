import type { Transaction } from '../../../ledger/transaction.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import type { OperatorCall, TrailEvent } from '../../../wallet/transaction-trail.ts';
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
  readonly calls: readonly OperatorCall[];
  /** Calls between the first and the last of `calls` that are not among them. */
  readonly callsLeftOut: number;
  /** Whether bodies of calls are shown. */
  readonly seesBodies: boolean;
  readonly cases: readonly TrailCase[];
  readonly deliveries: readonly TrailDelivery[];
}

/** Logs are written a second after what they tell of, or a few when much happens. */
const logsAreLateByMs = 10_000;

const whatItWaitsFor = {
  circuit: 'The operator is not asked for now, because its calls have been failing.',
  float: 'The money that we hold at the operator is not enough for it yet.',
  provider: 'The operator’s connection is switched off here.',
  room: 'Other calls to the operator go first.',
} as const;

/** A step; most are no call. */
type Step = Omit<TrailStep, 'call'> & Partial<Pick<TrailStep, 'call'>>;

/** What happened to a transaction, in the order in which it did. Pure. */
export function stepsOf(trail: Trail): TrailStep[] {
  const { transaction, events, work, calls, cases, deliveries } = trail;
  const steps = [
    ...stateSteps(transaction),
    ...(work === null ? [] : operatorSteps(transaction, work, calls)),
    ...callSteps(trail),
    ...eventSteps(events),
    ...deliveries.flatMap(deliverySteps),
    ...cases.flatMap(caseSteps),
  ].map((step): TrailStep => ({ call: null, ...step }));
  // Steps of one moment keep their order: the state, then what was told of it.
  return steps.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** Whether steps may be added without an event: it is not over, or ended only just and the logs come after it. Pure. */
export function mayChange({ completedAtMs, failedAtMs }: Transaction, nowMs: number): boolean {
  const endedAtMs = completedAtMs ?? failedAtMs;
  return endedAtMs === null || nowMs - endedAtMs < logsAreLateByMs;
}

function stateSteps(transaction: Transaction): Step[] {
  const { createdAtMs, completedAtMs, failedAtMs, failure, details, provider } = transaction;
  const steps: Step[] = [
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

/** What is still owed, and what of it the kept calls do not tell: a call under way, or one that the log lost. */
function operatorSteps({ provider }: Transaction, work: OperatorWork, calls: readonly OperatorCall[]): Step[] {
  const operator = provider ?? 'the operator';
  const keptSends = new Set(calls.map(({ send_no }) => send_no));
  const steps: Step[] = [];
  if (work.firstSentAtMs !== null && !keptSends.has(1)) {
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
    const isKept = keptSends.has(work.sends);
    steps.push({
      at: isoTime(work.callEndedAtMs),
      kind: 'operator',
      title: isKept ? `The final word of ${operator} is awaited` : `${operator} answered the call`,
      detail:
        [isKept ? null : 'Its final word is awaited.', work.queries === 0 ? null : `It was asked ${asked}.`]
          .filter((part) => part !== null)
          .join(' ') || null,
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

const askedOf: Readonly<Record<OperatorCall['call'], (operator: string) => string>> = {
  collect: (operator) => `Asked ${operator} to collect`,
  pay_out: (operator) => `Asked ${operator} to pay out`,
  refund: (operator) => `Asked ${operator} to refund`,
  query: (operator) => `Asked ${operator} how it stands`,
  callback: (operator) => `${operator} called back`,
};

function callSteps({ calls, callsLeftOut, seesBodies }: Trail): Step[] {
  const steps = calls.map((call) => callStep(call, seesBodies));
  const before = callsLeftOut > 0 ? calls[calls.length / 2 - 1] : undefined;
  if (before !== undefined) {
    const title = `${callsLeftOut} more calls are not shown`;
    steps.splice(calls.length / 2, 0, { at: before.at, kind: 'operator', title, detail: null, tone: 'neutral' });
  }
  return steps;
}

function callStep(call: OperatorCall, seesBodies: boolean): Step {
  const { at, send_no, outcome, method, path, request_body, request_bytes, answer_body, answer_bytes } = call;
  const isLost = outcome === 'not_reached' || outcome === 'unknown';
  return {
    at,
    kind: 'operator',
    title: `${askedOf[call.call](call.operator)}${send_no !== null && send_no > 1 ? ' again' : ''}`,
    detail: [call.simulated ? 'Simulated' : null, ...endOf(call)].filter((part) => part !== null).join(' · ') || null,
    tone: isLost ? 'attention' : 'neutral',
    call: seesBodies ? { outcome, method, path, request_body, request_bytes, answer_body, answer_bytes } : null,
  };
}

/** How a call ended, in a few parts: what the operator called it, or that it did not answer, and how long that took. */
function endOf({ outcome, status, answer_body, request_body, duration_ms }: OperatorCall): (string | null)[] {
  const took = duration_ms === null ? null : `${Math.round(duration_ms)} ms`;
  switch (outcome) {
    case 'answered':
      return [wordIn(answer_body), status === null ? null : `HTTP ${status}`, took];
    case 'received':
      return [wordIn(request_body)];
    case 'not_reached':
      return ['Nothing was sent', took];
    case 'unknown':
      return ['No answer, it may have happened', took];
  }
}

/** The word for a payment's state, or for what is wrong, as the operator wrote it. */
function wordIn(body: string | null): string | null {
  const found =
    /"status(?:_code)?"\s*:\s*"([A-Za-z_]{1,40})"/.exec(body ?? '') ?? /"code"\s*:\s*"([A-Z_]{2,60})"/.exec(body ?? '');
  return found?.[1] ?? null;
}

/** Events of one moment are one step. */
function eventSteps(events: readonly TrailEvent[]): Step[] {
  return [...Map.groupBy(events, ({ created_at }) => created_at)].map(([at, ofMoment]) => ({
    at,
    kind: 'event',
    title: ofMoment.length === 1 ? 'Event' : `${ofMoment.length} events`,
    detail: ofMoment.map(({ type }) => type).join(', '),
    tone: 'neutral',
  }));
}

function deliverySteps(delivery: TrailDelivery): Step[] {
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

function caseSteps(found: TrailCase): Step[] {
  const opened: Step = {
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
