import type { AuditRule } from './rules.ts';

/** How the database finds what breaks some rules. */
export interface Check {
  readonly rules: readonly AuditRule[];
  /** Gives a row with `rule` and `detail` for each broken rule; must see one moment, so it is one statement. */
  readonly sql: string;
}

/** A check of the rows of a table, page by page: its statement reads the table as `r`, limited by `inPages`. */
export interface PageCheck extends Check {
  readonly table: string;
}

/** A check of one rule. @param sql gives a row with `detail` for each time that it is broken. */
export function checkOf(rule: AuditRule, sql: string): Check {
  return { rules: [rule], sql: `SELECT '${rule}' AS rule, detail FROM (${sql}) AS found` };
}

/** As `checkOf`, of the rows of a table. */
export function pageCheckOf(rule: AuditRule, table: string, sql: string): PageCheck {
  return { ...checkOf(rule, sql), table };
}

/** The condition that a row lies in the pages of a step, whose bounds are $1 and $2. */
export const inPages = '(r.ctid >= $1::tid AND r.ctid < $2::tid)';

/** A text of ours as a literal of SQL. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
