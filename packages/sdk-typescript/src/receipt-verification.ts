import { createHash, createPublicKey, verify } from 'node:crypto';
import { type CheckedField, type CheckedReceipt, readReceipt } from './receipt-format.ts';
import type { Receipt } from './types.ts';

export { UnreadableReceiptError } from './receipt-format.ts';

/** What a verification finds. Only `valid` says that the values are those of the signed ledger. */
export type ReceiptVerdict =
  | {
      readonly result: 'valid' | 'unknown_key';
      /** The values of the open fields by name: texts, numbers in decimal, times ISO 8601. */
      readonly values: Readonly<Record<string, string | null>>;
      readonly round: {
        readonly installation_id: string;
        readonly number: number;
        readonly signed_at: string;
        readonly key_id: string;
      };
    }
  /** Not in a signed round yet: the values are only what its issuer wrote. */
  | { readonly result: 'not_proven'; readonly values: Readonly<Record<string, string | null>> }
  /** The places that do not fit: `transaction.NAME`, `fields.NAME`, `fields`, `path`, `round`, `key_id`, `signature`. */
  | { readonly result: 'altered'; readonly altered: readonly string[] };

type Proof = NonNullable<CheckedReceipt['proof']>;

/**
 * Verifies a receipt without a network (docs/receipts.md of the service, "Verification"). Pure.
 * @param receipt an object, its JSON, the API's response with it, or the text of a QR code.
 * @param trustedKeys Ed25519 public keys in base64, from another place than the receipt.
 * @throws UnreadableReceiptError when it is no receipt of this format.
 */
export function verifyReceipt(receipt: Receipt | string | object, trustedKeys: readonly string[]): ReceiptVerdict {
  const { shown, proof } = readReceipt(receipt);
  if (proof === null) return { result: 'not_proven', values: Object.fromEntries(shown) };
  const { round, leaf } = proof;
  const values = new Map(leaf.fields.flatMap(({ name, open }) => (open === null ? [] : [[name, open.value] as const])));
  const keyId = sha256(Buffer.from(round.publicKey, 'base64')).toString('hex').slice(0, 16);
  const altered = [
    ...[...shown].filter(([name, value]) => values.get(name) !== value).map(([name]) => `transaction.${name}`),
    ...leaf.fields.filter(isAltered).map(({ name }) => `fields.${name}`),
    ...alteredTree(proof),
    ...alteredRound(round, keyId),
  ];
  if (altered.length > 0) return { result: 'altered', altered };
  return {
    result: trustedKeys.includes(round.publicKey) ? 'valid' : 'unknown_key',
    values: Object.fromEntries(values),
    round: {
      installation_id: round.installationId,
      number: round.number,
      signed_at: round.signedAt,
      key_id: keyId,
    },
  };
}

function isAltered(field: CheckedField): boolean {
  return field.open !== null && field.commitment !== null && field.commitment !== commitmentOf(field).toString('hex');
}

function commitmentOf({ name, open, commitment }: CheckedField): Buffer {
  if (open === null) return Buffer.from(commitment ?? '', 'hex');
  const value = open.value === null ? '\0\0' : `\0\u0001${open.value}`;
  return sha256('nsimbi:field:1\0', Buffer.from(open.salt, 'hex'), name, value);
}

/** What the fields, the path and the root say of each other; the first that does not fit is named. */
function alteredTree({ leaf, round }: Proof): string[] {
  // A field whose stated commitment does not fit was named by itself, so the leaf is that of the stated commitments.
  const commitments = leaf.fields.map((field) =>
    field.commitment === null ? commitmentOf(field) : Buffer.from(field.commitment, 'hex'),
  );
  const leafHash = sha256('\0nsimbi:transaction:1\0', ...commitments);
  if (leaf.hash !== null && leaf.hash !== leafHash.toString('hex')) return ['fields'];
  return rootOf(leafHash, leaf, round.treeSize) === round.root ? [] : ['path'];
}

/** The root to which a leaf and its path lead (RFC 9162 section 2.1.3.2); null when the path has a wrong length. */
function rootOf(leafHash: Buffer, { index, path }: Proof['leaf'], treeSize: number): string | null {
  if (index >= treeSize) return null;
  // Numbers above 2^31 do not fit JavaScript's bit operators, so halves are taken by division.
  let place = index;
  let lastPlace = treeSize - 1;
  let hash = leafHash;
  for (const sibling of path) {
    if (lastPlace === 0) return null;
    const other = Buffer.from(sibling, 'hex');
    if (place % 2 === 1) {
      hash = sha256('\u0001', other, hash);
    } else if (place === lastPlace) {
      // The last node of a level without a partner moves up unchanged until it is a right child.
      while (place % 2 === 0 && place > 0) {
        place /= 2;
        lastPlace = Math.floor(lastPlace / 2);
      }
      hash = sha256('\u0001', other, hash);
    } else {
      hash = sha256('\u0001', hash, other);
    }
    place = Math.floor(place / 2);
    lastPlace = Math.floor(lastPlace / 2);
  }
  return lastPlace === 0 ? hash.toString('hex') : null;
}

function alteredRound(round: Proof['round'], keyId: string): string[] {
  const lines = [
    'nsimbi round 1',
    round.installationId,
    round.number,
    round.treeSize,
    round.root,
    round.previous,
    round.signedAt,
    ...(round.fork === null ? [] : [`fork of ${round.fork.number} ${round.fork.hash}`]),
  ];
  const statement = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  if (round.hash !== null && round.hash !== sha256(statement).toString('hex')) return ['round'];
  if (round.keyId !== null && round.keyId !== keyId) return ['key_id'];
  return isSignedBy(round.publicKey, statement, round.signature) ? [] : ['signature'];
}

function isSignedBy(publicKey: string, statement: Buffer, signature: string): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, statement, key, Buffer.from(signature, 'base64'));
  } catch {
    // Not every 32 bytes are a key.
    return false;
  }
}

function sha256(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
