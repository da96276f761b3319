import type { OpenedField, Receipt, ReceiptField, ReceiptLeaf, ReceiptRound } from './receipt.ts';

/** The calculations of a verification, as the place where it runs has them: Node, or a page without any secure context. */
export interface Primitives {
  sha256(bytes: Uint8Array): Uint8Array;
  /** Ed25519 (RFC 8032). Keys are 32 bytes, signatures 64. */
  isSignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

/** Something in a receipt that does not fit to the rest of it. */
export type Alteration = {
  /** `transaction.NAME`, `fields.NAME`, `fields`, `path`, `round`, `key_id` or `signature`. */
  readonly place: string;
  /** One sentence for a person. */
  readonly sentence: string;
};

/** The round that proves a receipt. */
export type ProvenBy = {
  readonly installation_id: string;
  readonly number: number;
  readonly signed_at: string;
  readonly key_id: string;
};

/** The shown values by the names of their fields, in the order of the receipt. */
export type ShownValues = Readonly<Record<string, string | null>>;

/** What a verification finds. Only `valid` says that the values are those of the signed ledger. */
export type Verdict =
  | { readonly result: 'valid'; readonly values: ShownValues; readonly round: ProvenBy }
  | { readonly result: 'altered'; readonly alterations: readonly Alteration[] }
  /** Whole, but not yet in a signed round: the values are only what its issuer wrote. */
  | { readonly result: 'not_proven'; readonly values: ShownValues }
  /** Whole, and signed by a key that the verifier does not trust: anybody can make such a receipt. */
  | { readonly result: 'unknown_key'; readonly values: ShownValues; readonly round: ProvenBy };

/**
 * Verifies a receipt (docs/receipts.md, "Verification"). Pure.
 * @param trustedKeys raw Ed25519 public keys as base64.
 */
export function verifyReceipt(receipt: Receipt, trustedKeys: readonly string[], primitives: Primitives): Verdict {
  const { round, leaf, transaction = {} } = receipt;
  if (round === null || leaf === null) return { result: 'not_proven', values: transaction };
  const opened = leaf.fields.filter(isOpened);
  const keyId = hexOf(primitives.sha256(base64Bytes(round.public_key))).slice(0, 16);
  const alterations = [
    ...alteredShown(transaction, opened),
    ...alteredFields(opened, primitives),
    ...alteredTree(leaf, round, primitives),
    ...alteredRound(round, keyId, primitives),
  ];
  if (alterations.length > 0) return { result: 'altered', alterations };
  const { installation_id, number, signed_at } = round;
  return {
    result: trustedKeys.includes(round.public_key) ? 'valid' : 'unknown_key',
    values: Object.fromEntries(opened.map(({ name, value }) => [name, value])),
    round: { installation_id, number, signed_at, key_id: keyId },
  };
}

function isOpened(field: ReceiptField): field is OpenedField {
  return 'salt' in field;
}

/** What is shown must be what is committed to. */
function alteredShown(transaction: ShownValues, opened: readonly OpenedField[]): Alteration[] {
  const committed = new Map(opened.map(({ name, value }) => [name, value]));
  return Object.entries(transaction).flatMap(([name, value]) => {
    if (committed.has(name) && committed.get(name) === value) return [];
    const place = `transaction.${name}`;
    if (!committed.has(name)) return [{ place, sentence: `The shown ${name} is not among the committed fields.` }];
    return [{ place, sentence: `The shown ${name} differs from the committed one, ${inWords(committed.get(name))}.` }];
  });
}

function inWords(value: string | null | undefined): string {
  return value === null || value === undefined ? 'which is empty' : `which is ${value}`;
}

/** An altered value or salt has another commitment. */
function alteredFields(opened: readonly OpenedField[], primitives: Primitives): Alteration[] {
  return opened
    .filter((field) => field.commitment !== undefined && field.commitment !== hexOf(commitmentOf(field, primitives)))
    .map(({ name }) => ({
      place: `fields.${name}`,
      sentence: `The value or the salt of ${name} was altered: its commitment is another one.`,
    }));
}

/** The commitments give the leaf, and leaf and path the root. */
function alteredTree(leaf: ReceiptLeaf, round: ReceiptRound, primitives: Primitives): Alteration[] {
  const calculated = leafHash(leaf, primitives);
  if (leaf.hash !== undefined && leaf.hash !== hexOf(calculated)) {
    return [{ place: 'fields', sentence: 'A commitment was altered, or fields were added, removed or reordered.' }];
  }
  const root = rootOf(calculated, leaf, round.tree_size, primitives);
  if (root !== null && hexOf(root) === round.root) return [];
  const sentence =
    leaf.hash === undefined
      ? 'The fields or the path were altered: they do not lead to the root of the round.'
      : 'The path was altered: it does not lead from the leaf to the root of the round.';
  return [{ place: 'path', sentence }];
}

function alteredRound(round: ReceiptRound, keyId: string, primitives: Primitives): Alteration[] {
  const statement = new TextEncoder().encode(statementOf(round));
  if (round.hash !== undefined && round.hash !== hexOf(primitives.sha256(statement))) {
    return [{ place: 'round', sentence: 'A line of the round was altered: its hash is another one.' }];
  }
  if (round.key_id !== undefined && round.key_id !== keyId) {
    return [{ place: 'key_id', sentence: 'The key of the round was altered: its id is another one.' }];
  }
  if (primitives.isSignature(base64Bytes(round.public_key), statement, base64Bytes(round.signature))) return [];
  return [{ place: 'signature', sentence: 'The signature is not one of this round by this key.' }];
}

/** The text that is signed. */
export function statementOf(round: ReceiptRound): string {
  const { installation_id, number, tree_size, root, previous, signed_at, fork_of: fork } = round;
  const lines = ['nsimbi round 1', installation_id, number, tree_size, root, previous, signed_at];
  if (fork) lines.push(`fork of ${fork.number} ${fork.hash}`);
  return lines.map((line) => `${line}\n`).join('');
}

function commitmentOf({ name, value, salt }: OpenedField, { sha256 }: Primitives): Uint8Array {
  const end = value === null ? [text('\0\0')] : [text('\0\u0001'), text(value)];
  return sha256(joined(text('nsimbi:field:1\0'), hexBytes(salt), text(name), ...end));
}

function leafHash({ kind, fields }: ReceiptLeaf, primitives: Primitives): Uint8Array {
  const commitments = fields.map((field) =>
    // A stated commitment that the value does not give was reported already.
    field.commitment === undefined ? commitmentOf(field as OpenedField, primitives) : hexBytes(field.commitment),
  );
  return primitives.sha256(joined(text(`\0nsimbi:${kind}:1\0`), ...commitments));
}

/** The root of a tree of `size` leaves (RFC 9162 section 2.1.3.2); null for a path that is too long or too short. */
function rootOf(leaf: Uint8Array, { index, path }: ReceiptLeaf, size: number, { sha256 }: Primitives) {
  if (index >= size) return null;
  let node = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of path.map(hexBytes)) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      hash = sha256(joined(text('\u0001'), sibling, hash));
      while (node % 2 === 0 && node > 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      hash = sha256(joined(text('\u0001'), hash, sibling));
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function base64Bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
