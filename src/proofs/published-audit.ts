import type { Queryable } from '../postgres/pool.ts';
import type { ProofFinding } from './finding.ts';
import { faultOfRound, noRound, type Round } from './format/round.ts';
import { readPublished } from './rounds-file.ts';

/** What is wrong with the place of a round behind another one; null where it continues it. */
export function faultOfPlace(
  { number, previous, fork_of }: Pick<Round, 'number' | 'previous' | 'fork_of'>,
  before: Pick<Round, 'number' | 'hash'>,
): string | null {
  if (previous !== before.hash) return `it does not continue round ${before.number}`;
  if (fork_of === undefined) {
    return number === before.number + 1 ? null : `a round is missing between round ${before.number} and it`;
  }
  if (fork_of.number !== before.number || fork_of.hash !== before.hash) return 'it is a fork of another round';
  return number > before.number ? null : 'its number is not higher than that of the round that it continues';
}

/** A published round, and what is wrong with it or its place; null where nothing is. */
export interface VerifiedRound {
  readonly round: Round;
  readonly fault: string | null;
}

/** Verifies the file of rounds by itself: each round, and that it continues the one before or is a fork of an earlier one. */
export async function* verifyPublished(file: string): AsyncGenerator<VerifiedRound> {
  const hashes = new Map<number, string>([[0, noRound]]);
  let last = { number: 0, hash: noRound };
  for await (const round of readPublished(file)) {
    // Two processes that share the file may both append a round.
    if (hashes.get(round.number) === round.hash) continue;
    const { fork_of } = round;
    const isKnown = fork_of === undefined || hashes.get(fork_of.number) === fork_of.hash;
    const fault =
      faultOfRound(round) ?? (isKnown ? faultOfPlace(round, fork_of ?? last) : 'it is a fork of no round before it');
    yield { round, fault: fault ?? (round.number > last.number ? null : `it comes after round ${last.number}`) };
    hashes.set(round.number, round.hash);
    last = { number: round.number, hash: round.hash };
  }
}

const roundsPerStep = 500;

/** Compares the file of rounds with the database: rounds that were published and are not there any more, unless two people decided so. */
export async function* auditPublished(db: Queryable, file: string): AsyncGenerator<ProofFinding> {
  let lost: number[] = [];
  let waiting: Round[] = [];
  const compare = async () => {
    const { rows } = await db.query<{ number: number; hash: Buffer }>(
      'SELECT number, hash FROM proof_round WHERE number = ANY ($1::integer[])',
      [waiting.map(({ number }) => number)],
    );
    const stored = new Map(rows.map(({ number, hash }) => [number, hash.toString('hex')]));
    for (const { number, hash, fork_of } of waiting) {
      if (stored.get(number) !== hash) lost.push(number);
      else if (fork_of !== undefined) lost = lost.filter((one) => one <= fork_of.number);
    }
    waiting = [];
  };
  for await (const { round, fault } of verifyPublished(file)) {
    if (fault !== null)
      yield { rule: 'published_rounds_are_kept', detail: `published round ${round.number}: ${fault}` };
    waiting.push(round);
    if (waiting.length === roundsPerStep) await compare();
  }
  await compare();
  if (lost.length > 0) {
    yield {
      rule: 'published_rounds_are_kept',
      detail: `${lost.length} published rounds are not in the database, the first is round ${lost[0]}, the last round ${lost.at(-1)}`,
    };
  }
}
