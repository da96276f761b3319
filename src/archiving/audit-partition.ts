import { snapshotCheck } from '../audit/event-checks.ts';
import { runCheck } from '../audit/run-check.ts';
import { readWalletSteps, type StepSize, stepSize } from '../audit/steps.ts';
import { transactionCheck } from '../audit/transaction-facts.ts';
import type { Records } from '../history/records.ts';
import type { Partition } from './movable.ts';

/**
 * Audits the transactions of a partition before it moves: each is compared with their transfers, events and what names them. What
 * has moved never changes, which its proofs show, so that this is true of it from then on.
 * @returns a sentence for each broken rule.
 * @throws the reason of the signal.
 */
export async function auditPartition(
  records: Records,
  { firstId, endId }: Partition,
  signal: AbortSignal,
  size: StepSize = stepSize,
): Promise<string[]> {
  const found: string[] = [];
  const transactionIds = [String(firstId - 1), String(endId - 1)];
  for await (const { walletIds } of readWalletSteps(records, size)) {
    signal.throwIfAborted();
    for (const check of [transactionCheck, snapshotCheck]) {
      const findings = await runCheck(records, check, [...walletIds, ...transactionIds]);
      found.push(...findings.map(({ rule, detail }) => `${rule}: ${detail}`));
    }
  }
  return found;
}
