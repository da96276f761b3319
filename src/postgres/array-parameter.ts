/**
 * Array parameters as PostgreSQL reads them (its manual, "Array Value Input"). `pg` can do this itself, and spends more
 * time on it than the ledger spends on deciding (docs/performance.md).
 */

/** The text of a bigint[], integer[] or smallint[]. */
export function numberArray(values: readonly (number | bigint | null)[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ',';
    text += values[index] ?? 'NULL';
  }
  return `${text}}`;
}

/** The text of a text[]. */
export function textArray(values: readonly (string | null)[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null;
    if (index > 0) text += ',';
    text += value === null ? 'NULL' : `"${special.test(value) ? value.replace(specials, '\\$&') : value}"`;
  }
  return `${text}}`;
}

const special = /["\\]/;
const specials = /["\\]/g;
