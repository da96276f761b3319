import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../service/free-port.ts';
import { createLiveClients, type LiveClient } from '../../service/live-clients.ts';
import { createOwnPostgres } from '../../service/own-postgres.ts';
import { quickSettings, quickStandIn } from '../../service/quick-operators.ts';
import { type ServiceProcess, startService } from '../../service/service-process.ts';
import { StandInProcess } from '../../service/stand-in-process.ts';
import { createFolder } from '../world.ts';
import type { Books } from './agreement.ts';
import { switchFaultsOff, switchFaultsOn } from './fault-plan.ts';

/** What every client holds at first, in shillings: more than any run can spend. */
export const opening = 5_000_000_000;

/** Both operators, PostgreSQL and the service, each a process of its own, and a few clients with live money. */
export interface SoakWorld {
  readonly settings: Record<string, string>;
  readonly clients: readonly LiveClient[];
  readonly operators: { readonly mtn: StandInProcess; readonly airtel: StandInProcess };
  /** Reads and turns clocks as superuser; the service has connections of its own. */
  readonly database: pg.Client;
  readonly baseUrl: string;
  books(): Promise<Books>;
  /** What the service logged of a payment. */
  logOf(reference: string): readonly string[];
  faultsOn(seed: number): Promise<void>;
  /** @returns how often each fault happened. */
  faultsOff(): Promise<Readonly<Record<string, number>>>;
  /** kill -9 of the service. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

export async function createSoakWorld(): Promise<SoakWorld> {
  const folder = createFolder();
  const logFile = join(folder, 'service.log');
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const postgres = await createOwnPostgres(folder);
  const mtn = await StandInProcess.start('mtn', { ...quickStandIn, callbackHost: '127.0.0.1' });
  const airtel = await StandInProcess.start('airtel', {
    ...quickStandIn,
    callbackUrl: `${baseUrl}/callbacks/airtel`,
    // A refund that is asked for twice is paid twice, so that it shows.
    repeatedRefund: 'pays_again',
  });
  const settings = {
    ...quickSettings,
    NSIMBI_LOG_LEVEL: 'info',
    ...mtn.settings,
    ...airtel.settings,
    NSIMBI_PUBLIC_URL: baseUrl,
    NSIMBI_DATA_DIR: join(folder, 'data'),
    ...postgres.settings,
  };
  const start = () => startService({ port, logFile, settings });
  let service: ServiceProcess = await start();
  const clients = await createLiveClients(8, opening, settings);
  const database = new pg.Client({ connectionString: postgres.urlOf('nsimbi') });
  await database.connect();
  return {
    settings,
    clients,
    operators: { mtn, airtel },
    database,
    baseUrl,
    logOf(reference) {
      const lines = readFileSync(logFile, 'utf8').split('\n');
      return lines.filter((line) => line.includes(reference));
    },
    books: async () => ({ MTN: await mtn.books(), Airtel: await airtel.books() }),
    async faultsOn(seed) {
      await switchFaultsOn(mtn, seed);
      await switchFaultsOn(airtel, seed);
    },
    async faultsOff() {
      const happened: Record<string, number> = {};
      for (const operator of [mtn, airtel]) {
        for (const [fault, times] of Object.entries(await switchFaultsOff(operator))) {
          happened[fault] = (happened[fault] ?? 0) + times;
        }
      }
      return happened;
    },
    kill: () => service.end('SIGKILL'),
    async startAgain() {
      service = await start();
    },
    async close() {
      await service.end('SIGTERM');
      await Promise.all([mtn.end(), airtel.end()]);
      await database.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
