import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../service/free-port.ts';
import type { SeededClient } from '../service/seeded-clients.ts';
import { seedClients } from '../service/seeded-clients.ts';
import type { ServiceProcess } from '../service/service-process.ts';
import { startService } from '../service/service-process.ts';

/** What every client of a world holds at first, in shillings: more than any load here can spend. */
export const opening = 1_000_000_000;

/** A service in a data folder of its own, with ten clients in test mode, that can be started again at the same address. */
export interface World {
  readonly folder: string;
  readonly settings: Record<string, string>;
  readonly clients: readonly SeededClient[];
  service: ServiceProcess;
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

/** Quick ends for payments with the outside, so that a test can wait for them. */
const quickSimulator = {
  NSIMBI_SIMULATOR_DELAY: '200ms',
  NSIMBI_POLL_DELAYS: '200ms,500ms,1s',
  NSIMBI_RESEND_AFTER: '2s',
  NSIMBI_NOT_FOUND_ALARM: '100%',
};

export async function createWorld(
  settings: Record<string, string> = {},
  nodeArguments: readonly string[] = [],
): Promise<World> {
  const folder = createFolder();
  const all = { ...quickSimulator, NSIMBI_DATA_DIR: join(folder, 'data'), ...settings };
  const port = await freePort();
  const start = () => startService({ port, logFile: join(folder, 'service.log'), settings: all, nodeArguments });
  const service = await start();
  const world: World = {
    folder,
    settings: all,
    clients: await seedClients(10, opening, all),
    service,
    async startAgain() {
      world.service = await start();
    },
    async close() {
      await world.service.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** A new temporary folder that others may enter: started by root, the database runs as another user. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-fault-'));
  chmodSync(folder, 0o755);
  return folder;
}
