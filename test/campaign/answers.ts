import { isFinalCode } from './client.ts';
import type { Attempt, CampaignRecord, Problem } from './records.ts';

/** What the clients know of one operation. Amounts in shillings. */
export interface Asked {
  readonly n: number;
  readonly token: string;
  readonly kind: string;
  readonly walletId: number;
  readonly amount: number;
  readonly path: string | null;
  /** The transaction of the first final answer that named one. */
  transactionId: number | null;
  status: number | null;
  hash: string | null;
  isAcknowledged: boolean;
  /** Every answer was a refusal that wrote nothing. */
  isRefused: boolean;
  hasUnknown: boolean;
}

/** The clients' side of a campaign. */
export interface Answers {
  readonly asked: ReadonlyMap<number, Asked>;
  /** Transaction numbers that were given with `outcome_unknown`, each with its operation. */
  readonly claimed: readonly { readonly n: number; readonly transactionId: number }[];
  /** What is wrong with the answers themselves. */
  readonly problems: readonly Problem[];
}

const expectedStatuses = [200, 401, 408, 409, 422, 429, 502, 503];

/** Reads the record of a campaign and compares the answers of each key with one another. */
export async function readAnswers(records: AsyncIterable<CampaignRecord>): Promise<Answers> {
  const asked = new Map<number, Asked>();
  const claimed: { n: number; transactionId: number }[] = [];
  const problems: Problem[] = [];
  const add = (rule: string, detail: string) => problems.push({ is: 'problem', rule, detail });
  for await (const record of records) {
    if (record.is === 'problem') problems.push(record);
    if (record.is === 'begun' && !asked.has(record.n)) {
      const { is: _, ...begun } = record;
      const nothingYet = { transactionId: null, status: null, hash: null, isAcknowledged: false };
      asked.set(record.n, { ...begun, ...nothingYet, isRefused: false, hasUnknown: false });
    }
    const operation = 'n' in record ? asked.get(record.n) : undefined;
    if (operation === undefined) continue;
    if (record.is === 'attempt') noteAttempt(operation, record, claimed, add);
    if (record.is === 'ended' && operation.path === null) {
      operation.isAcknowledged = record.outcome === 'acknowledged' && operation.kind === 'adjustment';
      operation.isRefused = record.outcome === 'refused';
    }
  }
  return { asked, claimed, problems };
}

function noteAttempt(
  operation: Asked,
  attempt: Attempt,
  claimed: { n: number; transactionId: number }[],
  add: (rule: string, detail: string) => void,
): void {
  const { status, code, transactionId, hash } = attempt;
  const isFinal = status !== null && isFinalCode(status, code);
  const described = `${operation.token} (${operation.kind}) was answered ${status} ${code ?? ''} with transaction ${transactionId}`;
  if (status !== null && !expectedStatuses.includes(status)) add('unexpected_answer', described);
  if (attempt.isChanged) {
    if (isFinal && code !== 'idempotency_key_reused') add('key_taken_for_another_body', described);
    return;
  }
  if (!isFinal) {
    operation.hasUnknown = true;
    operation.isRefused = false;
    if (code === 'outcome_unknown' && transactionId !== null) claimed.push({ n: operation.n, transactionId });
    return;
  }
  if (transactionId === null) {
    if (operation.hash !== null)
      add('answer_changed', `${described} after ${operation.status} with ${operation.transactionId}`);
    operation.isRefused = !operation.hasUnknown && operation.hash === null;
    return;
  }
  if (operation.hash === null) {
    operation.transactionId = transactionId;
    operation.status = status;
    operation.hash = hash;
    operation.isAcknowledged = status === 200;
    operation.isRefused = false;
  } else if (operation.hash !== hash || operation.status !== status) {
    add('answer_changed', `${described} after ${operation.status} with ${operation.transactionId}, or other bytes`);
  }
}
