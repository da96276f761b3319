import type { Queryable } from '../postgres/pool.ts';
import { faultOfRound, type Round } from './format/round.ts';
import { faultsOfKeys, readPublicKeys } from './keys.ts';
import { faultOfPlace } from './published-audit.ts';
import { readPublishedBackwards } from './rounds-file.ts';
import { readInstallationId, readRoundsUntil } from './stored-rounds.ts';

/** Rounds that are verified: those of an hour and more, with the usual interval. */
const roundsVerified = 1_000;

/** The rounds that a copy of the database of some moment has. */
export interface RoundsUntil {
  /** The newest of them; null where none was signed until then. */
  readonly newest: Round | null;
  /** What is wrong with the newest ones, one sentence for each. */
  readonly faults: readonly string[];
}

/**
 * Verifies what proves the ledger as it was at a moment: the keys, the newest rounds that were signed until then, and that the newest was
 * published as it is. The records themselves are compared with the rounds by the audit of a restored copy.
 * @param atMs milliseconds since 1970.
 * @param file the published rounds; where there is none, they are not compared.
 * @throws RoundsFileWrong
 */
export async function verifyRoundsUntil(db: Queryable, atMs: number, file: string): Promise<RoundsUntil> {
  const faults = faultsOfKeys(await readInstallationId(db), await readPublicKeys(db));
  const rounds = await readRoundsUntil(db, atMs, roundsVerified);
  for (const [index, round] of rounds.entries()) {
    const before = rounds[index + 1];
    const fault = faultOfRound(round) ?? (before === undefined ? null : faultOfPlace(round, before));
    if (fault !== null) faults.push(`round ${round.number}: ${fault}`);
  }
  const newest = rounds[0] ?? null;
  if (newest !== null) {
    for await (const published of readPublishedBackwards(file)) {
      if (published.number > newest.number) continue;
      if (published.number === newest.number && published.hash !== newest.hash) {
        faults.push(`round ${newest.number}: another one was published with this number`);
      }
      break;
    }
  }
  return { newest, faults };
}
