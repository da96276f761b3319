import type pg from 'pg';
import { newKeySeed, type SigningKey, signingKeyOf } from '../../src/proofs/format/round.ts';
import { introduceKeys } from '../../src/proofs/keys.ts';
import { proveStep } from '../../src/proofs/prove.ts';

/** A key that the database knows. */
export async function proofKeyOf(pool: pg.Pool): Promise<SigningKey> {
  const key = { ...signingKeyOf(newKeySeed()), signsFromMs: Date.now() };
  const { rows } = await pool.query<{ installation_id: string }>('SELECT installation_id FROM installation');
  await introduceKeys(pool, rows[0]?.installation_id ?? '', [key]);
  return key;
}

/** Proves everything that has committed. @returns the numbers of the rounds. */
export async function proveAll(pool: pg.Pool, key: SigningKey, recordsMax?: number): Promise<number[]> {
  const rounds: number[] = [];
  for (;;) {
    const { round, more } = await proveStep(pool, key, recordsMax);
    if (round !== null) rounds.push(round.number);
    if (!more && !(await hasWork(pool))) return rounds;
  }
}

async function hasWork(pool: pg.Pool): Promise<boolean> {
  return ((await pool.query('SELECT FROM proof_work LIMIT 1')).rowCount ?? 0) > 0;
}
