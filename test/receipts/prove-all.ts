import { introduceKeys, keyInForce, proofKeysFile, readProofKeys } from '../../src/proofs/keys.ts';
import { proveStep } from '../../src/proofs/prove.ts';
import { readInstallationId } from '../../src/proofs/stored-rounds.ts';
import type { World } from '../journeys/world.ts';

/** Settings of a world of which the tests say when it proves. */
export const provedByTest = { NSIMBI_PROOFS: 'off' };

/** Proves everything that is noted, as the prover of the service does it, with the keys of its data folder. */
export async function proveAll(world: World): Promise<void> {
  const { pool } = world.database;
  const keys = readProofKeys(proofKeysFile(world.dataDir), Date.now());
  await introduceKeys(pool, await readInstallationId(pool), keys);
  const key = keyInForce(keys, Date.now());
  for (;;) {
    const { round, more } = await proveStep(pool, key);
    if (round === null && !more) return;
  }
}
