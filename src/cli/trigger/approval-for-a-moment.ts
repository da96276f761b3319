import type pg from 'pg';
import { readApiKey } from '../../access/api-key-text.ts';
import { findApiKeys } from '../../access/find-api-keys.ts';
import type { Principal } from '../../access/principal.ts';
import { setApprovalThreshold } from '../../access/wallet-settings.ts';
import type { Ugx } from '../../money/ugx.ts';
import { migrate } from '../../postgres/migrate.ts';
import { openDatabase } from '../../postgres/open-database.ts';
import { createPool } from '../../postgres/pool.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { clientNumbered } from '../wallet-record.ts';

/**
 * Does `work` while a payment of `gross` shillings by a key needs approval. A wallet whose threshold is higher, or that
 * has none, gets this one for so long and its own again; other payments of at least so much wait too in that moment,
 * which is why it is for test mode only. To be called where a signal does not end the process, so that the threshold is
 * surely set back.
 * @throws CommandRefused when the key is not one of this machine's database.
 */
export async function whileApprovalIsNeeded<T>(
  cli: Cli,
  apiKey: string,
  gross: Ugx,
  work: () => Promise<T>,
): Promise<T> {
  const database = await openDatabase(cli.config(), {
    purpose: 'command',
    report: (sentence) => cli.output.say(sentence),
  });
  try {
    await migrate(database.target);
    const pool = createPool(database.target, { applicationName: 'nsimbi command', max: 1 });
    try {
      const { clientId, mode } = await ownerOf(pool, apiKey);
      const before = (await clientNumbered(pool, clientId)).wallets[mode].approvalThreshold;
      if (before !== null && before <= gross) return await work();
      const set = (threshold: Ugx | null) =>
        setApprovalThreshold(pool, { clientId, mode, threshold, actor: cli.actor });
      await set(gross);
      try {
        return await work();
      } finally {
        await set(before);
      }
    } finally {
      await pool.end();
    }
  } finally {
    await database.close();
  }
}

async function ownerOf(pool: pg.Pool, apiKey: string): Promise<Principal> {
  const publicId = readApiKey(apiKey)?.publicId ?? '';
  const known = (await findApiKeys(pool, [publicId])).get(publicId);
  if (known === undefined) {
    throw new CommandRefused(
      'from when on payments need approval is set in the database, and the one of these settings does not know the key; run the command where the service runs',
    );
  }
  return known.principal;
}
