import type { CallKind, Observation, ObservedPayment, RecordedCall } from './observation.ts';

/** An observation with its calls by payment, so that a rule looks at each of them once. */
export interface Evidence extends Observation {
  /** The calls about a payment by its reference, in the order of their arrival. */
  callsAbout(payment: Pick<RecordedCall, 'operator' | 'reference'>): readonly RecordedCall[];
  /**
   * The money calls that ask for the same payment as this one under whatever reference: same operator, kind, number and
   * amount. The wire does not show which order a payment is for, so a test gives each payment its own number or amount.
   */
  sameMoney(call: Pick<RecordedCall, 'operator' | 'kind' | 'phone' | 'amount'>): readonly RecordedCall[];
}

/** Whether a client did right or made the mistake on one occasion. */
export interface Occasion {
  readonly is: 'avoided' | 'made';
  readonly operator: RecordedCall['operator'];
  readonly reference: string | null;
  /** What was seen, as a sentence. */
  readonly what: string;
}

const moneyKinds: readonly CallKind[] = ['collection', 'payout', 'refund'];

/** Whether a call moves money. */
export function isMoney({ kind }: Pick<RecordedCall, 'kind'>): boolean {
  return moneyKinds.includes(kind);
}

export function evidenceOf(observation: Observation): Evidence {
  const byReference = new Map<string, RecordedCall[]>();
  const byMoney = new Map<string, RecordedCall[]>();
  for (const call of observation.calls) {
    if (call.reference !== null) addTo(byReference, referenceKey(call), call);
    if (isMoney(call) && call.phone !== null && call.amount !== null) addTo(byMoney, moneyKey(call), call);
  }
  return {
    ...observation,
    callsAbout: (payment) => byReference.get(referenceKey(payment)) ?? [],
    sameMoney: (call) => byMoney.get(moneyKey(call)) ?? [],
  };
}

function referenceKey({ operator, reference }: Pick<RecordedCall, 'operator' | 'reference'>): string {
  return `${operator} ${reference}`;
}

function moneyKey({ operator, kind, phone, amount }: Pick<RecordedCall, 'operator' | 'kind' | 'phone' | 'amount'>) {
  return `${operator} ${kind} ${phone} ${amount}`;
}

/** Adds to the list of a key. Copies of lists that grow with a run would take longer than the run. */
export function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Whether a caller has had its time for the step after this moment, in milliseconds since 1970. */
export function isOverdue({ nowMs, patienceMs }: Observation, sinceMs: number, patience = patienceMs): boolean {
  return nowMs - sinceMs > patience;
}

/** When a call was over for the caller; the moment of its arrival while it still waits. */
export function endOf({ endedAtMs, atMs }: RecordedCall): number {
  return endedAtMs ?? atMs;
}

/** The calls about the same payment that the caller sent after a call had ended. Several may share one millisecond. */
export function callsAfter(evidence: Evidence, call: RecordedCall, fromMs = endOf(call)): readonly RecordedCall[] {
  const calls = evidence.callsAbout(call);
  return calls.slice(calls.indexOf(call) + 1).filter(({ atMs }) => atMs >= fromMs);
}

/** The first answer that showed the caller a final state of a payment from this moment on, or undefined. */
export function finalAnswer(
  evidence: Evidence,
  payment: Pick<RecordedCall, 'operator' | 'reference'>,
  fromMs = 0,
): RecordedCall | undefined {
  return evidence
    .callsAbout(payment)
    .find(({ outcome, atMs }) => atMs >= fromMs && (outcome === 'succeeded' || outcome === 'failed'));
}

/** When a response first reported that a payment failed, in milliseconds since 1970; infinity when none did. */
export function failureReportedAtMs(evidence: Evidence, payment: Pick<RecordedCall, 'operator' | 'reference'>): number {
  const reporting = evidence.callsAbout(payment).find(({ outcome }) => outcome === 'failed');
  return reporting === undefined ? Number.POSITIVE_INFINITY : endOf(reporting);
}

/** The first call from a moment on that fits. A run has tens of thousands of calls, so the calls before it are skipped at once. */
export function findFrom(
  calls: readonly RecordedCall[],
  fromMs: number,
  fits: (call: RecordedCall) => boolean,
): RecordedCall | undefined {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle]!.atMs < fromMs) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < calls.length; index += 1) if (fits(calls[index]!)) return calls[index];
  return undefined;
}

/** A money call for the same payment under another reference, sent after this moment and before the first had failed. */
export function secondReference(evidence: Evidence, call: RecordedCall, fromMs: number): RecordedCall | undefined {
  const untilMs = failureReportedAtMs(evidence, call);
  const second = findFrom(evidence.sameMoney(call), fromMs, ({ reference }) => reference !== call.reference);
  return second !== undefined && second.atMs < untilMs ? second : undefined;
}

/** When a payment first came to an end, in milliseconds since 1970, or null. */
export function endedAt({ turns }: ObservedPayment): number | null {
  return turns.find(({ outcome }) => outcome !== 'open')?.atMs ?? null;
}

/** Whether the receiver of a callback took it. */
export function wasTaken({ answer }: ObservedPayment['callbacks'][number]): boolean {
  return typeof answer === 'number' && answer >= 200 && answer <= 299;
}

/** How many status queries are still usual after a final answer: some clients look again later the same day. */
const laterLooksMax = 5;
const soonMs = 600_000;

/** Whether a caller went on to ask about a payment as if an answer had not been final. */
export function keepsAskingAfter(evidence: Evidence, answer: RecordedCall): boolean {
  const later = evidence
    .callsAbout(answer)
    .filter(({ kind, atMs }) => kind === 'query' && atMs > answer.atMs && atMs <= answer.atMs + soonMs);
  return later.length > laterLooksMax;
}

/** An answer for a sentence: the HTTP status, or what came instead, and the operator's code. */
export function answerOf({ answer, code }: RecordedCall): string {
  return code === null ? String(answer) : `${answer} ${code}`;
}

export function occasion(
  is: Occasion['is'],
  { operator, reference }: Pick<RecordedCall, 'operator' | 'reference'>,
  what: string,
): Occasion {
  return { is, operator, reference, what };
}
