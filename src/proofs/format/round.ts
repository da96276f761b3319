import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { sha256 } from './leaf.ts';

/** What a round says: the root of its tree, and which round was before it. Hashes as lower-case hexadecimal. */
export interface RoundStatement {
  readonly installation_id: string;
  /** From 1, without gaps except after a fork. */
  readonly number: number;
  /** How many leaves its tree has. */
  readonly tree_size: number;
  readonly root: string;
  /** The hash of the round before; 64 zeros for the first. */
  readonly previous: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly signed_at: string;
  /** Only of the first round after a fork: the last round that the database and the published rounds have in common. */
  readonly fork_of?: RoundReference;
}

export interface RoundReference {
  readonly number: number;
  readonly hash: string;
}

/** A signed round as it is published. */
export interface Round extends RoundStatement {
  readonly hash: string;
  readonly key_id: string;
  /** The 32 bytes of the Ed25519 public key, in base64. */
  readonly public_key: string;
  /** In base64. */
  readonly signature: string;
}

/** A key that signs rounds. */
export interface SigningKey {
  readonly keyId: string;
  /** The 32 bytes of the public key. */
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

/** What the first round names as the one before it. */
export const noRound = '0'.repeat(64);

/** The lines that are signed. */
export function statementOf(round: RoundStatement): string {
  const lines = [
    'nsimbi round 1',
    round.installation_id,
    String(round.number),
    String(round.tree_size),
    round.root,
    round.previous,
    round.signed_at,
  ];
  if (round.fork_of !== undefined) lines.push(`fork of ${round.fork_of.number} ${round.fork_of.hash}`);
  return `${lines.join('\n')}\n`;
}

/** The hash of a round: that of its statement. */
export function roundHash(round: RoundStatement): string {
  return sha256(Buffer.from(statementOf(round))).toString('hex');
}

/** Signs a round. */
export function signRound(round: RoundStatement, { keyId, publicKey, privateKey }: SigningKey): Round {
  return {
    ...round,
    hash: roundHash(round),
    key_id: keyId,
    public_key: publicKey.toString('base64'),
    signature: sign(null, Buffer.from(statementOf(round)), privateKey).toString('base64'),
  };
}

/** What is wrong with a round by itself, in one sentence; null where its hash and its signature are right. */
export function faultOfRound(round: Round): string | null {
  if (round.hash !== roundHash(round)) return 'its hash is not that of its statement';
  const publicKey = Buffer.from(round.public_key, 'base64');
  if (publicKey.length !== publicKeyBytes) return 'its public key does not have 32 bytes';
  if (round.key_id !== keyIdOf(publicKey)) return 'its key id is not that of its public key';
  const signature = Buffer.from(round.signature, 'base64');
  const isSigned = verify(null, Buffer.from(statementOf(round)), publicKeyObject(publicKey), signature);
  return isSigned ? null : 'its signature is wrong';
}

/** The first 16 digits of the hash of a public key. */
export function keyIdOf(publicKey: Buffer): string {
  return sha256(publicKey).toString('hex').slice(0, 16);
}

/** A new key. @returns its 32 secret bytes. */
export function newKeySeed(): Buffer {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-seedBytes);
}

/** The signing key of 32 secret bytes (RFC 8032, section 5.1.5). */
export function signingKeyOf(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-publicKeyBytes);
  return { keyId: keyIdOf(publicKey), publicKey, privateKey };
}

export const seedBytes = 32;
const publicKeyBytes = 32;

/** What RFC 8410 puts before the bytes of an Ed25519 key: PKCS #8 for a private one, SubjectPublicKeyInfo for a public one. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** A public key of 32 bytes for node:crypto. */
export function publicKeyObject(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' });
}
