import type { Queryable } from '../postgres/pool.ts';
import { noRound, type Round } from './format/round.ts';

/** The tables `proof_round` and `proof_key`. */

interface RoundRow {
  readonly installation_id: string;
  readonly number: number;
  readonly tree_size: number;
  readonly root: Buffer;
  readonly previous: Buffer;
  readonly signed_at: Date;
  readonly fork_of: number | null;
  readonly hash: Buffer;
  readonly key_id: string;
  readonly public_key: Buffer;
  readonly signature: Buffer;
}

const selectRounds = `
  SELECT installation_id, number, tree_size, root, previous, signed_at, fork_of, hash, key_id, public_key, signature
    FROM proof_round JOIN proof_key USING (key_id) CROSS JOIN installation`;

/** The newest round; null before the first. */
export async function readLatestRound(db: Queryable): Promise<Round | null> {
  const { rows } = await db.query<RoundRow>(`${selectRounds} ORDER BY number DESC LIMIT 1`);
  return rows[0] === undefined ? null : roundOf(rows[0]);
}

/** One round; null where there is none of this number. */
export async function readRound(db: Queryable, number: number): Promise<Round | null> {
  const { rows } = await db.query<RoundRow>(`${selectRounds} WHERE number = $1`, [number]);
  return rows[0] === undefined ? null : roundOf(rows[0]);
}

/** The rounds after a number, the oldest first. */
export async function readRoundsAfter(db: Queryable, number: number, limit: number): Promise<Round[]> {
  const { rows } = await db.query<RoundRow>(`${selectRounds} WHERE number > $1 ORDER BY number LIMIT $2`, [
    number,
    limit,
  ]);
  return rows.map(roundOf);
}

/** The rounds before a number, the newest first. */
export async function readRoundsBefore(db: Queryable, number: number, limit: number): Promise<Round[]> {
  const { rows } = await db.query<RoundRow>(`${selectRounds} WHERE number < $1 ORDER BY number DESC LIMIT $2`, [
    number,
    limit,
  ]);
  return rows.map(roundOf);
}

/** The rounds that were signed until a moment, the newest first. @param atMs milliseconds since 1970, of the clock that signs. */
export async function readRoundsUntil(db: Queryable, atMs: number, limit: number): Promise<Round[]> {
  const { rows } = await db.query<RoundRow>(`${selectRounds} WHERE signed_at <= $1 ORDER BY number DESC LIMIT $2`, [
    new Date(atMs),
    limit,
  ]);
  return rows.map(roundOf);
}

export async function insertRound(db: Queryable, round: Round): Promise<void> {
  await db.query(
    `INSERT INTO proof_round (number, tree_size, root, previous, signed_at, fork_of, hash, key_id, signature)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      round.number,
      round.tree_size,
      Buffer.from(round.root, 'hex'),
      Buffer.from(round.previous, 'hex'),
      round.signed_at,
      round.fork_of?.number ?? null,
      Buffer.from(round.hash, 'hex'),
      round.key_id,
      Buffer.from(round.signature, 'base64'),
    ],
  );
}

function roundOf(row: RoundRow): Round {
  const previous = row.previous.toString('hex');
  return {
    installation_id: row.installation_id,
    number: row.number,
    tree_size: row.tree_size,
    root: row.root.toString('hex'),
    previous,
    signed_at: row.signed_at.toISOString(),
    // A fork continues the last common round, so that its hash is that of the round before.
    ...(row.fork_of === null ? {} : { fork_of: { number: row.fork_of, hash: previous } }),
    hash: row.hash.toString('hex'),
    key_id: row.key_id,
    public_key: row.public_key.toString('base64'),
    signature: row.signature.toString('base64'),
  };
}

/** The number and hash of the newest round, as the next one names it. */
export async function readChainEnd(db: Queryable): Promise<{ readonly number: number; readonly hash: string }> {
  const { rows } = await db.query<{ number: number; hash: Buffer }>(
    'SELECT number, hash FROM proof_round ORDER BY number DESC LIMIT 1',
  );
  const last = rows[0];
  return last === undefined ? { number: 0, hash: noRound } : { number: last.number, hash: last.hash.toString('hex') };
}

/** The id of the installation that the database belongs to, which every round names. */
export async function readInstallationId(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ installation_id: string }>('SELECT installation_id FROM installation');
  const id = rows[0]?.installation_id;
  if (id === undefined) throw new Error('the database has no installation id');
  return id;
}
