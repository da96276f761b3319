/** One act in the audit log. */
export interface AuditAct {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** The act in a plain sentence, where it is about access or a download; else null. */
  readonly sentence: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}
