import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../service/free-port.ts';
import { runNsimbi } from '../service/nsimbi-command.ts';
import { startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';

/**
 * Makes the restored copy the real database, as far as the proofs are concerned: with the original data folder, whose file has published
 * rounds that the copy lacks. Between the last two steps of docs/restore.md.
 * Its environment: DATABASE_URL of the copy, and ORIGINAL_DATA_DIR.
 */
const { DATABASE_URL = '', ORIGINAL_DATA_DIR = '' } = process.env;
const settings = { DATABASE_URL, NSIMBI_DATA_DIR: ORIGINAL_DATA_DIR };
const status = async () =>
  JSON.parse(await runNsimbi(['proof', 'status', '--json'], settings)) as {
    readonly round: number;
    readonly published_round: number;
    readonly behind_published: boolean;
  };

const lost = await status();
if (!lost.behind_published) throw new Error('the copy has every published round, so that the drill shows nothing');
const folder = mkdtempSync(join(tmpdir(), 'nsimbi-proofs-'));
const port = await freePort();
const service = await startService({ port, logFile: join(folder, 'service.log'), settings, readyWithinMs: 300_000 });
try {
  await waitUntil('/readyz says that published rounds are missing', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { details } = (await response.json()) as { readonly details: { readonly proofs?: string } };
    return details.proofs === 'behind_published';
  });
  await runNsimbi(['proof', 'fork'], settings);
  const { published_round } = await waitUntil('a round continues the proofs', async () => {
    const now = await status();
    return !now.behind_published && now.published_round > lost.published_round ? now : undefined;
  });
  console.error(
    `the proofs: round ${lost.round} of the copy, then ${published_round}; ${lost.published_round} was published`,
  );
} finally {
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
await runNsimbi(['audit'], settings);
