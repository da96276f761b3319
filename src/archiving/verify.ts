import type { Records } from '../history/records.ts';
import { findingsOfTransactions } from '../proofs/audit.ts';
import type { StoredLeaves } from '../proofs/record-leaves.ts';
import { readLeavesBetween } from '../proofs/stored-proofs.ts';
import { type CopiedRows, CopyDiffers } from './copy.ts';
import type { Partition, RecordTable } from './movable.ts';

const transactionsPerStep = 2_000;
const findingsShown = 5;

/**
 * Verifies a copy before the rows here are given up: each row that was ever proven is in the history store as it was proven, and there are
 * as many rows there and here as were proven.
 * @param records reads the database and the history store.
 * @param here how many rows the partition has here.
 * @throws CopyDiffers
 */
export async function verifyCopy(
  records: Records,
  { firstId, endId }: Partition,
  { here, copied }: { readonly here: CopiedRows; readonly copied: CopiedRows },
  signal: AbortSignal,
): Promise<void> {
  // Of the copy alone: as if the boundary had passed it.
  const moved: Records = { ...records, boundary: async () => ({ movedBelow: endId, createdUntilMs: Date.now() }) };
  const proven: Record<RecordTable, number> = { transaction: 0, transfer: 0, event: 0 };
  for (let from = firstId; from < endId; ) {
    signal.throwIfAborted();
    const stored = await readLeavesBetween(records, from, endId, transactionsPerStep);
    const last = stored.at(-1);
    if (last === undefined) break;
    const findings = await findingsOfTransactions(moved, stored);
    if (findings.length > 0) {
      const shown = findings.slice(0, findingsShown).map(({ detail }) => detail);
      throw new CopyDiffers(`in the history store ${shown.join('; ')}`);
    }
    count(proven, stored);
    from = last.transactionId + 1;
  }
  for (const table of ['transaction', 'transfer', 'event'] as const) {
    if (proven[table] === here[table] && proven[table] === copied[table]) continue;
    throw new CopyDiffers(
      `of the rows of ${table} from ${firstId} to before ${endId}, ${here[table]} are here, ${copied[table]} were copied and ${proven[table]} are proven`,
    );
  }
}

/** Adds the rows that are proven, each once: a row that changed was proven again. */
function count(proven: Record<RecordTable, number>, stored: readonly StoredLeaves[]): void {
  for (const [, ofTransaction] of Map.groupBy(stored, ({ transactionId }) => transactionId)) {
    const names = new Set(ofTransaction.flatMap(({ contents }) => contents));
    for (const name of names) {
      if (name === 'x') proven.transaction += 1;
      else if (name.startsWith('t')) proven.transfer += 1;
      else if (name.startsWith('e')) proven.event += 1;
    }
  }
}
