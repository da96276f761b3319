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

/** The text of a boolean[]. */
export function booleanArray(values: readonly (boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value ? 't' : 'f')).join(',')}}`;
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

/**
 * JSON documents, one a line, for `string_to_array($n, E'\n', '')`: nothing in them needs escaping, because JSON text
 * has no line break of its own. null becomes an empty line, which that call reads as NULL.
 */
export function jsonLines(documents: readonly (string | null)[]): string {
  return documents.map((document) => document ?? '').join('\n');
}
