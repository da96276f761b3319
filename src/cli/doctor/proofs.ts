import { existsSync, statSync } from 'node:fs';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { proofKeysFile } from '../../proofs/keys.ts';
import { readProofLag } from '../../proofs/lag.ts';
import { comparePublished, isForkDecided } from '../../proofs/published.ts';
import { RoundsFileWrong, roundsFile } from '../../proofs/rounds-file.ts';
import { type Diagnosis, problem, warning, well } from './diagnosis.ts';

const worryingLagSeconds = 15 * 60;

/** Whether the ledger is proven, whether its key is only its owner's, and whether the database has every published round. */
export async function checkProofs(db: Queryable, config: Config): Promise<Diagnosis> {
  const check = 'proofs';
  const keys = config.proofKeysFile ?? proofKeysFile(config.dataDir);
  if (existsSync(keys) && (statSync(keys).mode & 0o077) !== 0) {
    return problem(check, `others can read ${keys}`, `chmod 600 ${keys}, and nsimbi proof key roll --overlap 0ms`);
  }
  const file = config.proofRoundsFile ?? roundsFile(config.dataDir);
  try {
    const comparison = await comparePublished(db, file);
    if (comparison.is === 'behind' && !(await isForkDecided(db, comparison))) {
      const { common, published } = comparison;
      return problem(
        check,
        `round ${published.number} was published, and the database has lost what came after round ${common.number}`,
        'find out why (docs/proofs.md); if it was restored on purpose: nsimbi proof fork',
      );
    }
  } catch (error) {
    if (!(error instanceof RoundsFileWrong)) throw error;
    return problem(check, error.message, 'restore the file from a copy (docs/proofs.md)');
  }
  const { seconds } = await readProofLag(db);
  const minutes = Math.round(seconds / 60);
  return seconds < worryingLagSeconds
    ? well(check, 'the database has every published round')
    : warning(
        check,
        `what was written ${minutes} minutes ago is not proven yet`,
        'see the log of the service, and NSIMBI_PROOFS',
      );
}
