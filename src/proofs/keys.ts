import { sign, verify } from 'node:crypto';
import { appendFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Queryable } from '../postgres/pool.ts';
import { keyIdOf, newKeySeed, publicKeyObject, type SigningKey, seedBytes, signingKeyOf } from './format/round.ts';

/**
 * The keys that sign rounds: a file of one line per key, `<from when it signs> <32 bytes in base64>`, readable by its owner only. Old
 * ones stay in it, so that each new key can be introduced by one before it.
 */

export interface ProofKey extends SigningKey {
  readonly signsFromMs: number;
}

/** Where the keys are when no setting names a file. */
export function proofKeysFile(dataDir: string): string {
  return join(dataDir, 'proof-keys');
}

/** The file of keys holds something else, or the database knows others. */
export class ProofKeysWrong extends Error {
  override readonly name = 'ProofKeysWrong';
}

/** Reads the keys; a missing file gets a first key. @throws ProofKeysWrong where a line is no key. */
export function readProofKeys(file: string, nowMs: number): ProofKey[] {
  if (!existsSync(file)) writeFirstKey(file, nowMs);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  if (lines.length === 0) throw new ProofKeysWrong(`${file} holds no key`);
  return lines.map((line, index) => {
    const [, from = '', seed = ''] = /^(\S+) ([A-Za-z0-9+/]{43}=)$/.exec(line) ?? [];
    const signsFromMs = Date.parse(from);
    if (seed === '' || Number.isNaN(signsFromMs)) {
      throw new ProofKeysWrong(`${file}, line ${index + 1}: no key of the form <time> <base64>`);
    }
    return { ...signingKeyOf(Buffer.from(seed, 'base64')), signsFromMs };
  });
}

/** The key that signs now: of those that may, the one that began last. */
export function keyInForce(keys: readonly ProofKey[], nowMs: number): ProofKey {
  const begun = keys.filter(({ signsFromMs }) => signsFromMs <= nowMs);
  const key = begun.reduce<ProofKey | undefined>(
    (latest, one) => (latest === undefined || one.signsFromMs >= latest.signsFromMs ? one : latest),
    undefined,
  );
  const chosen = key ?? keys[0];
  if (chosen === undefined) throw new ProofKeysWrong('there is no key');
  return chosen;
}

/** Adds a key to the file that signs from a later time on. @returns the key. */
export function addProofKey(file: string, signsFromMs: number): ProofKey {
  const seed = newKeySeed();
  appendFileSync(file, lineOf(seed, signsFromMs), { mode: 0o600 });
  return { ...signingKeyOf(seed), signsFromMs };
}

function lineOf(seed: Buffer, signsFromMs: number): string {
  if (seed.length !== seedBytes) throw new RangeError('a key has 32 bytes');
  return `${new Date(signsFromMs).toISOString()} ${seed.toString('base64')}\n`;
}

/** Two processes may come here together: a link can be created only once, and the second process reads the key of the first. */
function writeFirstKey(file: string, nowMs: number): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, lineOf(newKeySeed(), nowMs), { mode: 0o600 });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(unfinished);
  }
}

/** A public key as it is published. */
export interface PublicKey {
  readonly key_id: string;
  /** The 32 bytes in base64. */
  readonly public_key: string;
  readonly introduced_at: string;
  readonly signs_from: string;
  /** The key that introduced it; null for the first. */
  readonly introduced_by: string | null;
  /** The signature of that key, in base64. */
  readonly introduction: string | null;
}

/** What the key before signs when it introduces another one. */
export function introductionOf(installationId: string, key: Pick<PublicKey, 'public_key' | 'signs_from'>): string {
  return `nsimbi key 1\n${installationId}\n${key.public_key}\n${key.signs_from}\n`;
}

/** All keys, each behind the one that introduced it. */
export async function readPublicKeys(db: Queryable): Promise<PublicKey[]> {
  const { rows } = await db.query<{
    key_id: string;
    public_key: Buffer;
    introduced_at: Date;
    signs_from: Date;
    introduced_by: string | null;
    introduction: Buffer | null;
  }>(
    `SELECT key_id, public_key, introduced_at, signs_from, introduced_by, introduction FROM proof_key
      ORDER BY introduced_at, key_id`,
  );
  const keys = rows.map((row) => ({
    key_id: row.key_id,
    public_key: row.public_key.toString('base64'),
    introduced_at: row.introduced_at.toISOString(),
    signs_from: row.signs_from.toISOString(),
    introduced_by: row.introduced_by,
    introduction: row.introduction?.toString('base64') ?? null,
  }));
  return inOrderOfIntroduction(keys);
}

/**
 * The first key, those that it introduced, and so on. Their times do not decide: two can be of one millisecond, and a clock can be set back
 * between them. Keys that do not lead back to a first one come last.
 */
function inOrderOfIntroduction(keys: readonly PublicKey[]): PublicKey[] {
  const byIntroducer = Map.groupBy(keys, ({ introduced_by }) => introduced_by);
  const ordered = [...(byIntroducer.get(null) ?? [])];
  for (const { key_id } of ordered) ordered.push(...(byIntroducer.get(key_id) ?? []));
  return [...ordered, ...keys.filter((key) => !ordered.includes(key))];
}

/**
 * Stores the public keys of the file: the first of an installation as it is, each later one introduced by a key that is known already.
 * @throws ProofKeysWrong where none of the file's keys is known: it is the file of another installation, or a new one.
 */
export async function introduceKeys(db: Queryable, installationId: string, keys: readonly ProofKey[]): Promise<void> {
  const known = new Set((await readPublicKeys(db)).map(({ key_id }) => key_id));
  let introducer = keys.find(({ keyId }) => known.has(keyId));
  if (introducer === undefined && known.size > 0) {
    throw new ProofKeysWrong(
      `no key of the file has signed rounds of this database (it knows ${[...known].join(', ')}); ` +
        'put the original proof-keys file in its place',
    );
  }
  for (const key of keys) {
    if (!known.has(key.keyId)) {
      const shown = {
        public_key: key.publicKey.toString('base64'),
        signs_from: new Date(key.signsFromMs).toISOString(),
      };
      const text = Buffer.from(introductionOf(installationId, shown));
      await db.query(
        `INSERT INTO proof_key (key_id, public_key, introduced_at, signs_from, introduced_by, introduction)
         VALUES ($1, $2, date_trunc('milliseconds', clock_timestamp()), $3, $4, $5) ON CONFLICT DO NOTHING`,
        [
          key.keyId,
          key.publicKey,
          shown.signs_from,
          introducer?.keyId ?? null,
          introducer === undefined ? null : sign(null, text, introducer.privateKey),
        ],
      );
      known.add(key.keyId);
    }
    introducer = key;
  }
}

/** What is wrong with a list of keys, one sentence for each; an empty list where each later key was introduced by one before it. */
export function faultsOfKeys(installationId: string, keys: readonly PublicKey[]): string[] {
  const earlier = new Map<string, PublicKey>();
  const faults: string[] = [];
  for (const key of keys) {
    const fault = faultOfKey(installationId, key, earlier);
    if (fault !== null) faults.push(`key ${key.key_id}: ${fault}`);
    earlier.set(key.key_id, key);
  }
  return faults;
}

function faultOfKey(installationId: string, key: PublicKey, earlier: ReadonlyMap<string, PublicKey>): string | null {
  if (keyIdOf(Buffer.from(key.public_key, 'base64')) !== key.key_id) return 'its id is not that of its public key';
  if (earlier.size === 0) return null;
  const introducer = key.introduced_by === null ? undefined : earlier.get(key.introduced_by);
  if (introducer === undefined || key.introduction === null) return 'no key before it has introduced it';
  const isSigned = verify(
    null,
    Buffer.from(introductionOf(installationId, key)),
    publicKeyObject(Buffer.from(introducer.public_key, 'base64')),
    Buffer.from(key.introduction, 'base64'),
  );
  return isSigned ? null : `the signature of ${introducer.key_id} that introduces it is wrong`;
}
