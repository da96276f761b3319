import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../postgres-server.ts';
import { freePort } from '../service/free-port.ts';
import { createOwnPostgres, createStandby, type OwnPostgres } from '../service/own-postgres.ts';
import { type SeededClient, seedClients } from '../service/seeded-clients.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, expectSameAnswersAgain, learnTheRest } from './books.ts';
import { PaymentLoad } from './payment-load.ts';
import { createFolder, opening } from './world.ts';

let folder: string;
let primary: OwnPostgres;
let standby: OwnPostgres;
let settings: Record<string, string>;
let clients: readonly SeededClient[];
let service: ServiceProcess;

beforeAll(async () => {
  folder = createFolder();
  primary = await createOwnPostgres(folder);
  standby = await createStandby(primary, join(folder, 'own-standby'));
  const hosts = [primary, standby].map(({ cluster }) => encodeURIComponent(cluster.socketFolder)).join(',');
  const several = (url: string) => url.replace(encodeURIComponent(primary.cluster.socketFolder), hosts);
  settings = {
    DATABASE_URL: several(primary.settings.DATABASE_URL),
    NSIMBI_OWNER_DATABASE_URL: several(primary.settings.NSIMBI_OWNER_DATABASE_URL),
    NSIMBI_DATA_DIR: join(folder, 'data'),
  };
  service = await startService({ port: await freePort(), logFile: join(folder, 'service.log'), settings });
  clients = await seedClients(10, opening, settings);
  // Acknowledged payments must be on the standby.
  await run({ connectionString: primary.urlOf('postgres') }, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await run({ connectionString: primary.urlOf('postgres') }, 'SELECT pg_reload_conf()');
});

afterAll(async () => {
  await service.end('SIGTERM');
  await standby.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the primary is killed under load and its standby promoted: payments go on there, and none is lost or paid twice', async () => {
  const load = new PaymentLoad(service.baseUrl, clients, 'inside');
  load.start();
  await waitUntil('payments flow', () => load.acknowledged().length > 300);
  await primary.kill();
  // It was copied before the setting was made, so it waits for no standby of its own.
  await run({ connectionString: standby.urlOf('postgres') }, 'SELECT pg_promote()');
  const before = load.acknowledged().length;
  await waitUntil('payments flow again', () => load.acknowledged().length > before + 300);
  await load.stop();
  expect(load.acknowledged().length).toBeGreaterThan(600);
  await expectSameAnswersAgain(load, load.acknowledged());
  await learnTheRest(load);
  await expectBooks(load, clients, opening, settings);
  await load.close();
});
