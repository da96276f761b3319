import { hash } from 'node:crypto';

/**
 * The leaves of a round, as docs/proofs.md ("Leaves") specifies them. Hashes are SHA-256. Texts are UTF-8.
 */

/** What is proven: `transaction` when it has ended and again when it changes later, the others once. */
export type RecordKind = 'transaction' | 'transfer' | 'event' | 'response' | 'audit_entry';

/** One value of a record: numbers in decimal, times as `2026-11-25T09:00:00.000Z`, truths as `true` or `false`. */
export type Field = readonly [name: string, value: string | null];

export const hashBytes = 32;
export const saltBytes = 16;

const blockBytes = 64;
const fieldPrefix = Buffer.from('nsimbi:field:1\0');

/** The hash of some bytes. */
export function sha256(bytes: Buffer): Buffer {
  return Buffer.from(hash('sha256', bytes, 'binary'), 'binary');
}

/** The salt of one field: the first 16 bytes of HMAC-SHA-256(salt of the record, name of the field). */
export function fieldSalt(recordSalt: Buffer, name: string): Buffer {
  return new FieldSalts(recordSalt).of(Buffer.from(name));
}

/** The commitment to one value, which hides the value from everyone without its salt. */
export function commitmentOf(salt: Buffer, [name, value]: Field): Buffer {
  return sha256(committed(salt, Buffer.from(name), value));
}

/** The leaf of a record. @param commitments those of its fields, in the order of the kind. */
export function leafOf(kind: RecordKind, commitments: readonly Buffer[]): Buffer {
  return sha256(Buffer.concat([leafPrefix(kind), ...commitments]));
}

/** The leaf of a record's values. @param recordSalt 16 secret bytes. */
export function leafOfFields(kind: RecordKind, recordSalt: Buffer, fields: readonly Field[]): Buffer {
  const salts = new FieldSalts(recordSalt);
  const prefix = leafPrefix(kind);
  const bytes = Buffer.allocUnsafe(prefix.length + fields.length * hashBytes);
  let at = prefix.copy(bytes);
  for (const [name, value] of fields) {
    const nameBytes = bytesOfName(name);
    at += bytes.write(hash('sha256', committed(salts.of(nameBytes), nameBytes, value), 'binary'), at, 'binary');
  }
  return sha256(bytes);
}

/** The secret salt of one of several records that share the stored secret. @param record such as `transfer 2`. */
export function recordSalt(secret: Buffer, record: string): Buffer {
  return fieldSalt(secret, record);
}

/**
 * HMAC as RFC 2104 defines it, with two hashes. A Hmac of node:crypto costs several times as much for texts this short, and a
 * payment has more than a hundred fields.
 */
class FieldSalts {
  readonly #inner = Buffer.alloc(blockBytes + longestName, innerPad);
  readonly #outer = Buffer.alloc(blockBytes + hashBytes, outerPad);

  constructor(recordSalt: Buffer) {
    for (const [index, byte] of recordSalt.entries()) {
      this.#inner[index] = innerPad ^ byte;
      this.#outer[index] = outerPad ^ byte;
    }
  }

  of(name: Buffer): Buffer {
    if (name.length > longestName) throw new RangeError(`a field's name has at most ${longestName} bytes`);
    name.copy(this.#inner, blockBytes);
    this.#outer.write(
      hash('sha256', this.#inner.subarray(0, blockBytes + name.length), 'binary'),
      blockBytes,
      'binary',
    );
    return Buffer.from(hash('sha256', this.#outer, 'binary').slice(0, saltBytes), 'binary');
  }
}

const innerPad = 0x36;
const outerPad = 0x5c;
const longestName = 64;

function committed(salt: Buffer, name: Buffer, value: string | null): Buffer {
  const valueBytes = value === null ? 0 : Buffer.byteLength(value);
  const bytes = Buffer.allocUnsafe(fieldPrefix.length + salt.length + name.length + 2 + valueBytes);
  let at = fieldPrefix.copy(bytes);
  at += salt.copy(bytes, at);
  at += name.copy(bytes, at);
  bytes[at] = 0;
  bytes[at + 1] = value === null ? 0 : 1;
  if (value !== null) bytes.write(value, at + 2);
  return bytes;
}

function leafPrefix(kind: RecordKind): Buffer {
  return Buffer.from(`\0nsimbi:${kind}:1\0`);
}

const names = new Map<string, Buffer>();

/** The names are those of a few kinds, so they are encoded once. */
function bytesOfName(name: string): Buffer {
  let bytes = names.get(name);
  if (bytes === undefined) {
    bytes = Buffer.from(name);
    names.set(name, bytes);
  }
  return bytes;
}
