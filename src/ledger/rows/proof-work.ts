import { bigintArray, textArray } from '../../postgres/array-parameter.ts';
import type { Plan } from '../plan/plan.ts';
import { arrayStatement, type Send } from './statement.ts';

/** A transaction of which a batch wrote something, with the events that it wrote in one row: 0 where there are none. */
interface TouchedTransaction {
  readonly walletId: number;
  readonly transactionId: number;
  readonly firstSequence: number;
}

const insert = {
  name: 'ledger.insert_proof_work',
  text: 'INSERT INTO proof_work (records, wallet_ids, transaction_ids, first_sequences, responses) VALUES ($1, $2, $3, $4, $5)',
};

/** Notes in one row what a batch wrote, so that its proof (src/proofs) commits after it and never instead of it. */
export function insertProofWork(plan: Plan): Send[] {
  const touched = touchedBy(plan);
  const stored = plan.idempotencyKeys.filter(({ response }) => response !== null);
  const records = touched.length + stored.length;
  return arrayStatement(insert, records, () => [
    records,
    bigintArray(touched, ({ walletId }) => walletId),
    bigintArray(touched, ({ transactionId }) => transactionId),
    bigintArray(touched, ({ firstSequence }) => firstSequence),
    stored.length === 0 ? null : textArray(stored.map(({ walletId, key }) => `${walletId} ${key}`)),
  ]);
}

function touchedBy({ events, transfers, transactionsOpened, transactionsMoved }: Plan): TouchedTransaction[] {
  const touched: TouchedTransaction[] = [...events];
  const known = new Set(events.map(({ transactionId }) => transactionId));
  const others = [transfers, transactionsOpened, transactionsMoved.map(({ after }) => after)].flat();
  for (const { walletId, transactionId } of others) {
    if (known.has(transactionId)) continue;
    known.add(transactionId);
    touched.push({ walletId, transactionId, firstSequence: 0 });
  }
  return touched;
}
