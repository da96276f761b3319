import type { Queryable } from '../postgres/pool.ts';
import type { Round } from './format/round.ts';
import { type PublicKey, readPublicKeys } from './keys.ts';
import { readLatestRound, readRound, readRoundsBefore } from './stored-rounds.ts';

/** What everybody may read about the proofs. */
export interface ProofReads {
  /** Null before the first round. */
  latest(): Promise<Round | null>;
  /** Null where there is no such round. */
  round(number: number): Promise<Round | null>;
  /** Rounds before a number, the newest first. */
  page(before: number, limit: number): Promise<readonly Round[]>;
  keys(): Promise<readonly PublicKey[]>;
}

export function proofReads(db: Queryable): ProofReads {
  return {
    latest: () => readLatestRound(db),
    round: (number) => readRound(db, number),
    page: (before, limit) => readRoundsBefore(db, before, limit),
    keys: () => readPublicKeys(db),
  };
}
