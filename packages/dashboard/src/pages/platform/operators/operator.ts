/** How the operators stand, as the dashboard's API tells it. */
export interface Operators {
  /** Shillings under which a float for payouts is low; 0 when no alert is set. */
  readonly float_alert: number;
  /** Of the database: by how much its clock is ahead of the clock of deadlines, and whether that is unusual. */
  readonly clock: { readonly difference_seconds: number; readonly differs: boolean };
  readonly operators: readonly Operator[];
}

export interface Operator {
  readonly mode: 'test' | 'live';
  readonly operator: string;
  readonly operator_account_id: number;
  readonly simulated: boolean;
  readonly circuits: { readonly collection: Circuit; readonly payout: Circuit };
  readonly floats: { readonly collection: Float; readonly disbursement: Float };
  readonly open: readonly { readonly direction: string; readonly age: Age; readonly count: number }[];
  readonly held_back: readonly { readonly direction: string; readonly waits_for: string; readonly count: number }[];
}

export type Circuit = 'closed' | 'open' | 'half_open';

export interface Float {
  readonly known: number | null;
  readonly level: 'ok' | 'low' | 'unknown';
  readonly reported_at: string | null;
}

export type Age = 'under_1m' | 'under_10m' | 'under_1h' | 'under_24h' | 'over_24h';

/** Ages from the youngest to the oldest, in words. */
export const ageTexts: Readonly<Record<Age, string>> = {
  under_1m: 'under a minute',
  under_10m: 'under 10 minutes',
  under_1h: 'under an hour',
  under_24h: 'under a day',
  over_24h: 'over a day',
};

/** What a circuit's state means to the person who looks. */
export const circuitTexts: Readonly<Record<Circuit, string>> = {
  closed: 'Available',
  open: 'Paused: too many failures',
  half_open: 'Testing with one call',
};

/** Why a money call that is due was not made yet. */
export const waitTexts: Readonly<Record<string, string>> = {
  circuit: 'until the operator is available again',
  float: 'until its float is funded',
  provider: 'because the operator is turned off',
  room: 'until calls in progress have ended',
};
