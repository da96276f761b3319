import type { TransactionStatus } from './transaction.ts';

/** The only moves a transaction may make. Nothing leaves a final status. */
const allowedMoves: Record<TransactionStatus, readonly TransactionStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
};

/** Whether a transaction in status `from` may move to `to`. */
export function mayMove(from: TransactionStatus, to: TransactionStatus): boolean {
  return allowedMoves[from].includes(to);
}

/** Whether a status is the last one. */
export function isFinal(status: TransactionStatus): boolean {
  return allowedMoves[status].length === 0;
}
