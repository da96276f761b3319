import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/**
 * Inserts rows by COPY, which PostgreSQL stores page by page instead of row by row (docs/performance.md).
 * @param columns `table (column, …)`: ours, never input.
 * @param lines rows in COPY's text form, each ended by a line break; see `copyText`.
 * @returns how many rows PostgreSQL stored. @throws its errors, constraints included.
 */
export async function copyInto(client: pg.ClientBase, columns: string, lines: string): Promise<number> {
  const copy = client.query(copyFrom(`COPY ${columns} FROM STDIN`));
  for (let at = 0; at < lines.length; at += pieceLength) copy.write(lines.slice(at, at + pieceLength));
  copy.end();
  await finished(copy);
  return copy.rowCount;
}

/** Characters sent at once: pieces that the allocator has at hand are cheaper than one fresh block of half a megabyte. */
const pieceLength = 32_768;

/** A value in COPY's text form (PostgreSQL's manual, COPY, "Text Format"). */
export function copyText(value: string | null): string {
  if (value === null) return '\\N';
  return special.test(value) ? value.replace(specials, (character) => escapes[character] ?? character) : value;
}

/** A number, or NULL. */
export function copyNumber(value: number | bigint | null): string {
  return value === null ? '\\N' : String(value);
}

/** A truth, or NULL. */
export function copyBoolean(value: boolean | null): string {
  return value === null ? '\\N' : value ? 't' : 'f';
}

const special = /[\\\t\n\r]/;
const specials = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
