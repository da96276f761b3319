/** A recipient that a person saved at a client, in one mode. */
export interface SavedRecipientObject {
  readonly phone: string;
  readonly name: string;
  readonly note: string | null;
  /** Who saved or last changed it, and when. */
  readonly saved_by: string;
  readonly saved_at: string;
}

/** A phone of the last payments, with the name of the latest one. */
export interface RecentRecipientObject {
  readonly phone: string;
  readonly name: string | null;
  readonly last_payment_at: string;
}
