import { introduceKeys, keyInForce, proofKeysFile, readProofKeys } from '../../src/proofs/keys.ts';
import { proveStep } from '../../src/proofs/prove.ts';
import { readInstallationId } from '../../src/proofs/stored-rounds.ts';
import type { World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';

/** Proves everything that a world's service has written, with the keys of its data folder. The service may prove at the same time. */
export async function proveAll(world: World): Promise<void> {
  const { pool } = world.database;
  const keys = readProofKeys(proofKeysFile(world.dataDir), Date.now());
  await introduceKeys(pool, await readInstallationId(pool), keys);
  const key = keyInForce(keys, Date.now());
  await waitUntil('everything is proven', async () => {
    // A step that another prover has made meanwhile writes nothing.
    await proveStep(pool, key).catch(() => undefined);
    const { rows } = await pool.query<{ waiting: boolean }>('SELECT EXISTS (SELECT FROM proof_work) AS waiting');
    return rows[0]?.waiting === false;
  });
}
