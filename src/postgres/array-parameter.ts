/**
 * Array parameters as PostgreSQL reads them (its manual, "Array Value Input"). `pg` can do this itself, and spends more
 * time on it than the ledger spends on deciding.
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

/** PostgreSQL's number of the type bigint (pg_type). */
const bigintOid = 20;
const headerBytes = 20;
const elementBytes = 12;

/**
 * The bytes of a bigint[] without NULL, for the parameters that every batch of the ledger has: a number takes twelve of them
 * and leaves no text to the garbage collector, and the server need not parse it. PostgreSQL's array_recv reads the number
 * of dimensions, whether there are NULLs and the type; of the one dimension its length and first index; and of each element
 * its bytes and what they are.
 * @throws RangeError for what is no whole number that JavaScript holds exactly.
 */
export function bigintArray<Row>(rows: readonly Row[], numberOf: (row: Row) => number | bigint): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + rows.length * elementBytes);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(bigintOid, 8);
  bytes.writeInt32BE(rows.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = headerBytes;
  for (const row of rows) {
    const value = Number(numberOf(row));
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of at most 2^53 - 1`);
    const high = Math.floor(value / 2 ** 32);
    bytes.writeInt32BE(8, at);
    bytes.writeInt32BE(high, at + 4);
    bytes.writeUInt32BE(value - high * 2 ** 32, at + 8);
    at += elementBytes;
  }
  return bytes;
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
