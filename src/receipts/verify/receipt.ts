/** The name and version of the format, which docs/receipts.md specifies. */
export const receiptFormat = 'nsimbi-receipt-1';

/** A field that the receipt shows, with what is needed to calculate its commitment. */
export interface OpenedField {
  readonly name: string;
  readonly value: string | null;
  /** 16 bytes as lower-case hex. */
  readonly salt: string;
  /** 32 bytes as hex. Not needed for a verification, but an altered field is named by it; absent in a QR code. */
  readonly commitment?: string;
}

/** A field that the receipt hides. */
export interface HiddenField {
  readonly name: string;
  readonly commitment: string;
}

export type ReceiptField = OpenedField | HiddenField;

/** A transaction's place in the tree of its round. */
export interface ReceiptLeaf {
  readonly kind: string;
  /** From 0. */
  readonly index: number;
  /** Hashes as hex, from the leaf's sibling upwards. */
  readonly path: readonly string[];
  /** All fields of the kind, in its order. */
  readonly fields: readonly ReceiptField[];
  /** The hash of the leaf. It shows whether a field or the path was altered. A QR code does not contain it. */
  readonly hash?: string;
}

/** A signed round. `hash` and `key_id` follow from the others, and are absent in a QR code. */
export interface ReceiptRound {
  readonly installation_id: string;
  readonly number: number;
  readonly tree_size: number;
  readonly root: string;
  readonly previous: string;
  readonly signed_at: string;
  /** Of the first round after a recovery: the last round that both histories share. */
  readonly fork_of?: { readonly number: number; readonly hash: string } | null;
  readonly hash?: string;
  readonly key_id?: string;
  /** 32 bytes as base64. */
  readonly public_key: string;
  /** 64 bytes as base64. */
  readonly signature: string;
}

/** A receipt as docs/receipts.md specifies it. Round and leaf are both null until the transaction is proven. */
export interface Receipt {
  readonly format: typeof receiptFormat;
  /** What the receipt shows, by the names of the fields. */
  readonly transaction?: Readonly<Record<string, string | null>>;
  readonly round: ReceiptRound | null;
  readonly leaf: ReceiptLeaf | null;
}

/** A text or file that is no receipt of this format. The message begins small and says what is wrong. */
export class UnreadableReceipt extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableReceipt';
  }
}

type Plain = Readonly<Record<string, unknown>>;

/**
 * Checks that a value has the form of a receipt, so that nothing but its content can be wrong afterwards. Pure.
 * @throws UnreadableReceipt
 */
export function receiptOf(value: unknown): Receipt {
  const receipt = objectAt(value, 'the receipt');
  if (receipt.format !== receiptFormat) throw new UnreadableReceipt(`its format is not ${receiptFormat}`);
  if ((receipt.round === null) !== (receipt.leaf === null)) {
    throw new UnreadableReceipt('it has a round without a leaf, or a leaf without a round');
  }
  return {
    format: receiptFormat,
    ...(receipt.transaction === undefined ? {} : { transaction: shownIn(receipt.transaction) }),
    round: receipt.round === null ? null : roundOf(receipt.round),
    leaf: receipt.leaf === null ? null : leafOf(receipt.leaf),
  };
}

function shownIn(value: unknown): Readonly<Record<string, string | null>> {
  const shown = objectAt(value, 'transaction');
  return Object.fromEntries(Object.entries(shown).map(([name, one]) => [name, textOrNull(one, `transaction.${name}`)]));
}

function roundOf(value: unknown): ReceiptRound {
  const round = objectAt(value, 'round');
  const fork = round.fork_of ?? null;
  return {
    installation_id: matching(round.installation_id, /^[\x21-\x7e]{1,100}$/, 'round.installation_id'),
    number: wholeNumber(round.number, 1, 'round.number'),
    tree_size: wholeNumber(round.tree_size, 1, 'round.tree_size'),
    root: hash(round.root, 'round.root'),
    previous: hash(round.previous, 'round.previous'),
    signed_at: matching(round.signed_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'round.signed_at'),
    fork_of: fork === null ? null : forkOf(fork),
    ...(round.hash === undefined ? {} : { hash: hash(round.hash, 'round.hash') }),
    ...(round.key_id === undefined ? {} : { key_id: matching(round.key_id, /^[0-9a-f]{16}$/, 'round.key_id') }),
    public_key: matching(round.public_key, /^[A-Za-z0-9+/]{43}=$/, 'round.public_key'),
    signature: matching(round.signature, /^[A-Za-z0-9+/]{86}==$/, 'round.signature'),
  };
}

function forkOf(value: unknown): { number: number; hash: string } {
  const fork = objectAt(value, 'round.fork_of');
  return {
    number: wholeNumber(fork.number, 0, 'round.fork_of.number'),
    hash: hash(fork.hash, 'round.fork_of.hash'),
  };
}

function leafOf(value: unknown): ReceiptLeaf {
  const leaf = objectAt(value, 'leaf');
  // A leaf of another kind has other fields under the same names.
  if (leaf.kind !== 'transaction') throw new UnreadableReceipt('its leaf is not a transaction');
  const fields = arrayAt(leaf.fields, 'leaf.fields').map(fieldOf);
  if (new Set(fields.map(({ name }) => name)).size !== fields.length) {
    throw new UnreadableReceipt('it has two fields of one name');
  }
  return {
    kind: leaf.kind,
    index: wholeNumber(leaf.index, 0, 'leaf.index'),
    path: arrayAt(leaf.path, 'leaf.path').map((one, place) => hash(one, `leaf.path[${place}]`)),
    fields,
    ...(leaf.hash === undefined ? {} : { hash: hash(leaf.hash, 'leaf.hash') }),
  };
}

function fieldOf(value: unknown, place: number): ReceiptField {
  const field = objectAt(value, `leaf.fields[${place}]`);
  // Without other characters in a name, name and value cannot be divided in another way under the same hash.
  const name = matching(field.name, /^[a-z][a-z0-9_]{0,63}$/, `leaf.fields[${place}].name`);
  if (field.salt === undefined) return { name, commitment: hash(field.commitment, `commitment of ${name}`) };
  return {
    name,
    value: textOrNull(field.value, `value of ${name}`),
    salt: matching(field.salt, /^[0-9a-f]{32}$/, `salt of ${name}`),
    ...(field.commitment === undefined ? {} : { commitment: hash(field.commitment, `commitment of ${name}`) }),
  };
}

function objectAt(value: unknown, what: string): Plain {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableReceipt(`${what} is not an object`);
  }
  return value as Plain;
}

function arrayAt(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableReceipt(`${what} is not a list`);
  return value;
}

function matching(value: unknown, form: RegExp, what: string): string {
  if (typeof value !== 'string' || !form.test(value))
    throw new UnreadableReceipt(`${what} has not the form that it must have`);
  return value;
}

function hash(value: unknown, what: string): string {
  return matching(value, /^[0-9a-f]{64}$/, what);
}

function wholeNumber(value: unknown, least: number, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    throw new UnreadableReceipt(`${what} is not a whole number from ${least}`);
  }
  return value as number;
}

function textOrNull(value: unknown, what: string): string | null {
  if (value === null) return null;
  // A half of a surrogate pair has no bytes in UTF-8.
  if (typeof value !== 'string' || /\p{Surrogate}/u.test(value))
    throw new UnreadableReceipt(`${what} is not a text or null`);
  return value;
}
