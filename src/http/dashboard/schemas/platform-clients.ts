/** A client in the platform's list. Amounts in shillings. */
export interface ClientListed {
  readonly client_id: number;
  readonly name: string;
  readonly phone: string;
  readonly created_at: string;
  readonly live: WalletListed;
  readonly test: WalletListed;
}

export interface WalletListed {
  readonly wallet_id: number;
  readonly balance: number;
  readonly held: number;
  readonly frozen: boolean;
}

/** A client with all that is set for it. */
export interface ClientAtPlatform {
  readonly client_id: number;
  readonly name: string;
  readonly phone: string;
  readonly created_at: string;
  /** Who the client is in law, as its statements print it; null where it is not known. */
  readonly legal_name: string | null;
  readonly address: string | null;
  /** Ten digits. */
  readonly tin: string | null;
  readonly two_factor_required: boolean;
  /** Whether somebody is its owner, or invited to be. */
  readonly has_owner: boolean;
  /** Requests a minute by name of the limit, where they differ from the defaults. */
  readonly rate_limits: Readonly<Record<string, number>>;
  readonly default_rate_limits: Readonly<Record<string, number>>;
  /** What the client may have as a whole, by name, where that differs from the installation's. */
  readonly quotas: Readonly<Record<string, number>>;
  readonly default_quotas: Readonly<Record<string, number>>;
  readonly live: WalletAtPlatform;
  readonly test: WalletAtPlatform;
}

/** Null: no limit. */
export interface WalletAtPlatform extends WalletListed {
  readonly limit_per_transaction: number | null;
  readonly limit_per_day: number | null;
  readonly approval_threshold: number | null;
  readonly withdraw_listed_only: boolean;
  readonly withdrawal_numbers: readonly string[];
  readonly one_collection_per_payer: boolean;
  readonly unique_client_references: boolean;
}
