/** One act in the audit log. */
export interface AuditAct {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  /** `client 7` or `platform`; null for acts on the person's own account, and where it was not recorded. */
  readonly on_behalf_of: string | null;
  /** An IP address or `command line`; null for the service itself, and where it was not recorded. */
  readonly address: string | null;
  /** How the id of the session begins, as the list of sessions shows it; `api_key 17` for an API key. */
  readonly session: string | null;
  readonly action: string;
  readonly subject: string;
  /** The act in a plain sentence, where it is about access or a download; else null. */
  readonly sentence: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** What was shown to the person who approved or confirmed; amounts in shillings. Null for other acts. */
  readonly shown: Readonly<Record<string, unknown>> | null;
}
