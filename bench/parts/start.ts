import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/service/free-port.ts';
import { startService } from '../../test/service/service-process.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import type { Part } from '../bench.ts';
import type { Measured } from '../measured.ts';

/**
 * From starting the process to its first answered request for a balance: in an empty data folder, then in the same
 * folder again, which is how it starts ever after. A service of its own, beside the one that is measured.
 */
export const start: Part = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-start-'));
  chmodSync(folder, 0o755);
  const measures: Measured[] = [];
  for (const which of ['first start (empty folder)', 'later start']) {
    const from = performance.now();
    const service = await startService({
      port: await freePort(),
      logFile: join(folder, 'service.log'),
      settings: { NSIMBI_DATA_DIR: join(folder, 'data') },
    });
    const credentials: { api_key: string } = JSON.parse(await readWhenThere(join(folder, 'data/credentials.json')));
    const response = await fetch(`${service.baseUrl}/api/v1/wallet/balance`, {
      headers: { authorization: `Bearer ${credentials.api_key}` },
    });
    const tookMs = performance.now() - from;
    if (!response.ok) throw new Error(`the first request after a start was answered ${response.status}`);
    measures.push({
      part: 'start',
      what: `${which}: to the first answered request`,
      value: Number((tookMs / 1000).toFixed(2)),
      unit: 's',
      target: { is: 'at most', value: 3 },
    });
    await service.end('SIGTERM');
  }
  rmSync(folder, { recursive: true, force: true });
  return measures;
};

/** The first start writes the file a moment after it is ready. */
function readWhenThere(file: string): Promise<string> {
  return waitUntil(`${file} is there`, () => existsSync(file) && readFileSync(file, 'utf8'));
}
