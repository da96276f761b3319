import type { FeeBandJson } from '../../../fees/band-json.ts';

export type FeeOperationName = 'collection' | 'send_money_internal' | 'send_money_external' | 'withdrawal';

export type FeeBandObject = FeeBandJson;

export interface FeeScheduleObject {
  readonly id: number;
  readonly operation: FeeOperationName;
  /** Null: of everybody without one of their own. */
  readonly client_id: number | null;
  readonly effective_from: string;
  readonly created_by: string;
  /** Whether it counts now, will, or has been followed by another. */
  readonly state: 'in_force' | 'planned' | 'past';
  /** Null: the client's own fees were taken away, and those of everybody count for it. */
  readonly bands: readonly FeeBandObject[] | null;
}

export interface FeesObject {
  /** Newest first; of everybody, and of the requested client. */
  readonly schedules: readonly FeeScheduleObject[];
  /** Clients that have fees of their own, now or later, or once had. */
  readonly clients: readonly { readonly client_id: number; readonly name: string }[];
}

/** What one amount costs. */
export interface FeePreviewRow {
  readonly amount: number;
  readonly fee: number;
  /** What leaves the payer, fee included where the payer has it. */
  readonly gross: number;
  /** What arrives; null where the fee would leave nothing. */
  readonly net: number | null;
  /** The fee of the schedule in force now; null where there is none. */
  readonly fee_now: number | null;
}
