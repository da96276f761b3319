import { createHash } from 'node:crypto';
import type { Adjust } from '../ledger/commands/adjust.ts';
import type { Mode } from '../ledger/transaction.ts';
import { type Ugx, ugxToJson } from '../money/ugx.ts';

/** What one person wants booked on a wallet, in shillings. It never changes. */
export interface AdjustmentProposal {
  readonly proposalId: number;
  readonly clientId: number;
  readonly clientName: string;
  readonly walletId: number;
  readonly mode: Mode;
  readonly type: Adjust['type'];
  readonly direction: Adjust['direction'];
  readonly amount: Ugx;
  /** The client reads it. */
  readonly reason: string;
  /** The slip or statement line; null only for test money. */
  readonly externalReference: string | null;
  readonly proposedBy: string;
  readonly proposedAtMs: number;
  /** Null while nobody has decided. */
  readonly decision: AdjustmentDecision | null;
  /** Null until the ledger has booked or refused what was approved. */
  readonly outcome: AdjustmentOutcome | null;
}

export interface AdjustmentDecision {
  readonly is: 'approved' | 'rejected';
  readonly by: string;
  readonly atMs: number;
  readonly comment: string | null;
}

export type AdjustmentOutcome =
  | { readonly is: 'booked'; readonly transactionId: number; readonly atMs: number }
  | { readonly is: 'refused'; readonly sentence: string; readonly atMs: number };

/** Where a proposal stands. `approved` means that it is being booked. */
export type AdjustmentStatus = 'waiting' | 'rejected' | 'approved' | 'booked' | 'refused';

export function statusOf({ decision, outcome }: Pick<AdjustmentProposal, 'decision' | 'outcome'>): AdjustmentStatus {
  if (decision === null) return 'waiting';
  if (decision.is === 'rejected') return 'rejected';
  return outcome?.is ?? 'approved';
}

/**
 * Identifies a proposal by all fields that a second person must have seen: SHA-256 in hexadecimal digits. The decision
 * carries it, so that nobody approves another amount than the one on their screen.
 */
export function digestOf(proposal: AdjustmentProposal): string {
  const seen = [
    'adjustment proposal 1',
    proposal.proposalId,
    proposal.clientId,
    proposal.clientName,
    proposal.walletId,
    proposal.mode,
    proposal.type,
    proposal.direction,
    String(proposal.amount),
    proposal.reason,
    proposal.externalReference,
    proposal.proposedBy,
    proposal.proposedAtMs,
  ];
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex');
}

/** What the second person saw and decided about, for the audit log; the amount in shillings. */
export function shownProposal(proposal: AdjustmentProposal): Record<string, unknown> {
  return {
    adjustment_proposal_id: proposal.proposalId,
    client_id: proposal.clientId,
    client_name: proposal.clientName,
    wallet_id: proposal.walletId,
    mode: proposal.mode,
    type: proposal.type,
    direction: proposal.direction,
    amount: ugxToJson(proposal.amount),
    reason: proposal.reason,
    external_reference: proposal.externalReference,
    proposed_by: proposal.proposedBy,
  };
}

/**
 * The reference under which the ledger books a proposal once and never again. Test money without a document gets one
 * of the proposal's own.
 */
export function bookingReferenceOf({
  proposalId,
  externalReference,
}: Pick<AdjustmentProposal, 'proposalId' | 'externalReference'>): string {
  return externalReference ?? `proposal ${proposalId}`;
}

/** The command for the ledger. One person alone, which only test money allows, is a maker without an approver. */
export function commandOf(proposal: AdjustmentProposal, decidedBy: string): Adjust {
  return {
    kind: 'adjust',
    walletId: proposal.walletId,
    mode: proposal.mode,
    type: proposal.type,
    direction: proposal.direction,
    amount: proposal.amount,
    reason: proposal.reason,
    maker: proposal.proposedBy,
    approver: decidedBy === proposal.proposedBy ? null : decidedBy,
    externalReference: bookingReferenceOf(proposal),
    apiKeyId: null,
    apiTriggered: false,
    idempotency: null,
  };
}
