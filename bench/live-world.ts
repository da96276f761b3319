import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../test/service/free-port.ts';
import { createLiveClients, type LiveClient } from '../test/service/live-clients.ts';
import { runNsimbi } from '../test/service/nsimbi-command.ts';
import { createOwnPostgres } from '../test/service/own-postgres.ts';
import type { ServiceProcess } from '../test/service/service-process.ts';
import { startService } from '../test/service/service-process.ts';
import { StandInProcess } from '../test/service/stand-in-process.ts';

/** How long the operators that are played take to answer anything. */
const answerDelayMs = 50;

/** A service in live mode beside the one that the other parts measure: it has settings, a PostgreSQL and operators of its own. */
export interface LiveWorld {
  readonly clients: readonly LiveClient[];
  /** The service's own database, as superuser. */
  readonly database: pg.Client;
  readonly operators: { readonly mtn: StandInProcess; readonly airtel: StandInProcess };
  readonly baseUrl: string;
  /** Starts the service, or starts it again, with settings that it did not have before. */
  startWith(settings: Readonly<Record<string, string>>): Promise<void>;
  /** How long an accepted payment stays open at both operators. */
  settleAfter(ms: number): Promise<void>;
  audit(): Promise<void>;
  close(): Promise<void>;
}

export async function openLiveWorld(parent: string): Promise<LiveWorld> {
  const folder = join(parent, 'operators');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const postgres = await createOwnPostgres(folder);
  const common = { answerDelayMs, queriesPerSecond: null };
  const mtn = await StandInProcess.start('mtn', { ...common, callbackHost: '127.0.0.1' });
  const airtel = await StandInProcess.start('airtel', { ...common, callbackUrl: `${baseUrl}/callbacks/airtel` });
  const usual = {
    ...mtn.settings,
    ...airtel.settings,
    NSIMBI_PUBLIC_URL: baseUrl,
    NSIMBI_DATA_DIR: join(folder, 'data'),
    ...postgres.settings,
  };
  let service: ServiceProcess | null = null;
  const startWith = async (settings: Readonly<Record<string, string>>) => {
    await service?.end('SIGTERM');
    service = await startService({
      port,
      logFile: join(folder, 'service.log'),
      settings: { ...usual, ...settings },
    });
  };
  await startWith({});
  const clients = await createLiveClients(20, 1_000_000, usual);
  const database = new pg.Client({ connectionString: postgres.urlOf('nsimbi') });
  await database.connect();
  return {
    clients,
    database,
    operators: { mtn, airtel },
    baseUrl,
    startWith,
    async settleAfter(settleDelayMs) {
      for (const operator of [mtn, airtel]) await operator.admin('PUT', '/_settings', { settleDelayMs });
    },
    async audit() {
      await runNsimbi(['audit', '--json'], usual);
    },
    async close() {
      await service?.end('SIGTERM');
      await Promise.all([mtn.end(), airtel.end()]);
      await database.end();
      await postgres.stop();
    },
  };
}
