/** One request of a client's program as the log shows it. */
export interface RequestListed {
  /** Its number in the log, a string because it may be a large one. */
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** What stood behind the question mark; null for nothing. */
  readonly query: string | null;
  readonly status: number;
  readonly duration_ms: number;
  readonly request_id: string;
  readonly api_key_id: number | null;
  readonly error_code: string | null;
  readonly transaction_id: number | null;
}

/** With its bodies: masked, at most 2 KiB of each, and how many bytes they had. */
export interface RequestShown extends RequestListed {
  readonly api_key_name: string | null;
  readonly idempotency_key: string | null;
  readonly request_body: string | null;
  readonly request_bytes: number;
  readonly answer_body: string | null;
  readonly answer_bytes: number;
}

/** The log itself. */
export interface RequestLogState {
  /** Requests are kept for so long, in milliseconds; 0 when the log is off. */
  readonly retention_ms: number;
}
