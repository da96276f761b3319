import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { createApiKey } from './access/api-keys.ts';
import { createClient } from './access/clients.ts';
import { permissions } from './access/principal.ts';
import type { Writer } from './ledger/writer/writer.ts';
import { ugx } from './money/ugx.ts';

/** What a first user needs to try the service, as written to credentials.json in the data folder. */
export interface Credentials {
  readonly base_url: string;
  readonly api_key: string;
  readonly client_id: number;
}

const fileName = 'credentials.json';
const demoPhone = '256772000000';
const demoShillings = 1_000_000;

/**
 * On the first start of a database: a client named Demo with test money and a test key, written for its user to
 * credentials.json (mode 0600). Later starts give what is in the file, with the address of now.
 * @returns null when the file is not there: this database was begun from another data folder.
 */
export async function welcomeFirstUser(
  pool: pg.Pool,
  writer: Writer,
  dataDir: string,
  baseUrl: string,
): Promise<Credentials | null> {
  const file = join(dataDir, fileName);
  const { rows } = await pool.query('SELECT FROM client LIMIT 1');
  if (rows.length === 0) {
    writeCredentials(file, { base_url: baseUrl, ...(await createDemo(pool, writer)) });
  }
  if (!existsSync(file)) return null;
  const known = JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  if (known.base_url === baseUrl) return known;
  const moved = { ...known, base_url: baseUrl };
  writeCredentials(file, moved);
  return moved;
}

async function createDemo(pool: pg.Pool, writer: Writer): Promise<Omit<Credentials, 'base_url'>> {
  const actor = 'first start';
  const client = await createClient(pool, { name: 'Demo', phone: demoPhone, actor });
  const key = await createApiKey(pool, {
    clientId: client.clientId,
    mode: 'test',
    name: 'Demo',
    permissions,
    expiresAtMs: null,
    allowedIps: [],
    rateLimits: {},
    actor,
  });
  await writer.submit({
    kind: 'adjust',
    walletId: client.wallets.test,
    mode: 'test',
    type: 'deposit',
    direction: 'in',
    amount: ugx(demoShillings),
    reason: 'Test money of the first start',
    maker: actor,
    approver: null,
    externalReference: null,
    apiKeyId: null,
    apiTriggered: false,
    idempotency: null,
  });
  return { api_key: key.apiKey, client_id: client.clientId };
}

/** Appears whole or not at all, and only its owner may read it: it holds a key. */
function writeCredentials(file: string, credentials: Credentials): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}
