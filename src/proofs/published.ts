import type { Queryable } from '../postgres/pool.ts';
import { noRound, type RoundReference } from './format/round.ts';
import { appendPublished, readLastPublished, readPublishedBackwards } from './rounds-file.ts';
import { readLatestRound, readRound, readRoundsAfter } from './stored-rounds.ts';

/** How the database and the published rounds compare. */
export type Comparison =
  | { readonly is: 'continuous' }
  /** The database has lost rounds that were published: it was restored, or a standby took over that had not received them. */
  | {
      readonly is: 'behind';
      /** The last round that both have; number 0 and 64 zeros where none is. */
      readonly common: RoundReference;
      readonly published: RoundReference;
    };

const roundsPerStep = 500;

/** Compares the newest published round with the database. @throws RoundsFileWrong */
export async function comparePublished(db: Queryable, file: string): Promise<Comparison> {
  const last = await readLastPublished(file);
  if (last === null || (await readRound(db, last.number))?.hash === last.hash) return { is: 'continuous' };
  const published = { number: last.number, hash: last.hash };
  const newest = (await readLatestRound(db))?.number ?? 0;
  for await (const { number, hash } of readPublishedBackwards(file)) {
    if (number > newest) continue;
    if ((await readRound(db, number))?.hash === hash) return { is: 'behind', common: { number, hash }, published };
  }
  return { is: 'behind', common: { number: 0, hash: noRound }, published };
}

/**
 * Whether two people have decided to continue after what is lost. The next round then names the last common one, and is the first
 * that this file can continue with.
 */
export async function isForkDecided(db: Queryable, comparison: Comparison): Promise<boolean> {
  if (comparison.is === 'continuous') return false;
  const { common, published } = comparison;
  const { rowCount } = await db.query(
    `SELECT FROM proof_fork WHERE common_number = $1 AND common_hash = $2 AND published_number >= $3`,
    [common.number, Buffer.from(common.hash, 'hex'), published.number],
  );
  return (rowCount ?? 0) > 0;
}

/** Appends the rounds that the file does not have yet. @returns how many. */
export async function publishRounds(db: Queryable, file: string): Promise<number> {
  let after = (await readLastPublished(file))?.number ?? 0;
  let appended = 0;
  for (;;) {
    const rounds = await readRoundsAfter(db, after, roundsPerStep);
    await appendPublished(file, rounds);
    appended += rounds.length;
    const last = rounds.at(-1);
    if (last === undefined || rounds.length < roundsPerStep) return appended;
    after = last.number;
  }
}
