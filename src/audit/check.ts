import type { AuditRule } from './rules.ts';

/** A broken rule of the books, with the ids that a person needs to investigate it. */
export interface Finding {
  readonly rule: AuditRule;
  readonly detail: string;
}

/** How the database finds what breaks some rules. */
export interface Check {
  readonly rules: readonly AuditRule[];
  /** Gives a row with `rule` and `detail` for each broken rule; must see one moment, so it is one statement. */
  readonly sql: string;
  /**
   * Gives `wallet_id` and `transaction_id` of the transactions that the check looks up by their ids, with the parameters of the check: those of
   * them that have moved to the history store are read there. Left out where the check looks none up.
   */
  readonly names?: string;
}

/** A check of the rows of a table, page by page: its statement reads the table as `r`, limited by `inPages`. */
export interface PageCheck extends Check {
  readonly table: string;
}

/** A check of one rule. @param sql gives a row with `detail` for each time that it is broken. @param names as in `Check`. */
export function checkOf(rule: AuditRule, sql: string, names?: string): Check {
  const check = { rules: [rule], sql: `SELECT '${rule}' AS rule, detail FROM (${sql}) AS found` };
  return names === undefined ? check : { ...check, names };
}

/** As `checkOf`, of the rows of a table. @param named selects the wallet and the id of the transactions that the row `r` names. */
export function pageCheckOf(rule: AuditRule, table: string, sql: string, named?: string): PageCheck {
  const names = named === undefined ? undefined : namesInPages(table, named);
  return { ...checkOf(rule, sql, names), table };
}

/** What `named` is for a row with the columns wallet_id and transaction_id. */
export const itsOwn = 'SELECT r.wallet_id, r.transaction_id';

const namesInPages = (table: string, named: string) =>
  `SELECT named.wallet_id, named.transaction_id
     FROM ${table} r, LATERAL (${named}) AS named (wallet_id, transaction_id) WHERE ${inPages}`;

/** The condition that a row lies in the pages of a step, whose bounds are $1 and $2. */
export const inPages = '(r.ctid >= $1::tid AND r.ctid < $2::tid)';

/** A text of ours as a literal of SQL. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
