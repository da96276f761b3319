import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createApiKey } from './access/api-keys.ts';
import { firstStartActor as actor, recordAudit } from './access/audit-log.ts';
import { createClient } from './access/clients.ts';
import { newPassword, putPerson } from './access/people/credentials.ts';
import { giveClientRole } from './access/people/memberships.ts';
import { permissions } from './access/principal.ts';
import type { QuotaSettings } from './access/quotas.ts';
import type { Writer } from './ledger/writer/writer.ts';
import { ugx } from './money/ugx.ts';
import { inDatabaseTransaction } from './postgres/database-transaction.ts';
import { roles as allRoles, type Roles } from './settings/roles.ts';

/** What a first user needs to try the service, as written to credentials.json in the data folder. */
export interface Credentials {
  readonly base_url: string;
  readonly api_key: string;
  readonly client_id: number;
  /** Who signs in to the dashboard: the first administrator, who also owns Demo. */
  readonly dashboard: { readonly email: string; readonly password: string };
}

/** The credentials of a data folder, and whether this start made them. */
export interface Welcome {
  readonly credentials: Credentials;
  readonly isFirst: boolean;
  /** Where they are written. */
  readonly file: string;
}

const administratorEmail = 'admin@nsimbi.local';
const fileName = 'credentials.json';
const demoPhone = '256772000000';
const demoShillings = 1_000_000;

/**
 * On the first start of a database: a client named Demo with test money and a test key, written for its user to
 * credentials.json (mode 0600). Later starts give what is in the file, with the address of now; a first start that was
 * cut short is finished by the next one.
 * @returns null when the file is not there: this database was begun from another data folder.
 */
export async function welcomeFirstUser(
  pool: pg.Pool,
  writer: Writer,
  dataDir: string,
  baseUrl: string,
  quotas: QuotaSettings,
): Promise<Welcome | null> {
  const file = join(dataDir, fileName);
  let isFirst = false;
  if (await isWelcomeOwed(pool)) {
    await inTurn(pool, async () => {
      if (!(await isWelcomeOwed(pool))) return;
      const demo = await createDemo(pool, writer, quotas);
      writeCredentials(file, { base_url: baseUrl, ...demo });
      isFirst = true;
      const subject = `client ${demo.client_id}`;
      await recordAudit(pool, { actor, action: 'client.credentials_written', subject, details: {} });
    });
  }
  const known = readCredentials(dataDir);
  if (known === null) return null;
  const credentials = { ...known, base_url: baseUrl };
  if (known.base_url !== baseUrl) writeCredentials(file, credentials);
  return { credentials, isFirst, file };
}

/**
 * What the file credentials.json of a data folder holds; null when it is not there.
 * @throws CredentialsBroken
 */
export function readCredentials(dataDir: string): Credentials | null {
  const file = join(dataDir, fileName);
  if (!existsSync(file)) return null;
  const credentials = parsed(readFileSync(file, 'utf8'));
  if (!isCredentials(credentials)) throw new CredentialsBroken(file);
  return credentials;
}

function parsed(text: string): Partial<Credentials> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCredentials(value: Partial<Credentials> | null): value is Credentials {
  const texts = [value?.base_url, value?.api_key, value?.dashboard?.email, value?.dashboard?.password];
  return texts.every((text) => typeof text === 'string') && typeof value?.client_id === 'number';
}

/** Somebody has edited credentials.json, or has lost a part of it. */
export class CredentialsBroken extends Error {
  override readonly name = 'CredentialsBroken';

  constructor(file: string) {
    super(
      `${file} does not hold what the first start wrote there: restore it, or remove it, which ends no key or password`,
    );
  }
}

/** Nobody is there, or Demo is and its credentials were never written. */
async function isWelcomeOwed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ owed: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM client)
            OR EXISTS (SELECT FROM audit_log WHERE actor = $1 AND action = 'client.created')
               AND NOT EXISTS (SELECT FROM audit_log WHERE actor = $1 AND action = 'client.credentials_written') AS owed`,
    [actor.name],
  );
  return rows[0]?.owed === true;
}

/** One process at a time, whichever data folder it has. */
async function inTurn(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const turn = `hashtextextended('nsimbi.first_start', 0)`;
  try {
    for (let mine = false; !mine; ) {
      const { rows } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_lock(${turn}) AS mine`);
      mine = rows[0]?.mine === true;
      if (!mine) await sleep(50);
    }
    await work();
  } finally {
    // Ends the lock as well.
    client.release(true);
  }
}

/** Creates what is missing of Demo. The text of a key is shown only once, so the key is always a new one. */
async function createDemo(
  pool: pg.Pool,
  writer: Writer,
  quotas: QuotaSettings,
): Promise<Omit<Credentials, 'base_url'>> {
  const demo = (await findDemo(pool)) ?? (await createDemoClient(pool));
  if (demo.entryNo === 0) {
    const outcome = await writer.submit({
      kind: 'adjust',
      walletId: demo.walletId,
      mode: 'test',
      type: 'deposit',
      direction: 'in',
      amount: ugx(demoShillings),
      reason: 'Test money of the first start',
      maker: actor.name,
      approver: null,
      externalReference: null,
      apiKeyId: null,
      apiTriggered: false,
      idempotency: null,
    });
    if (outcome.is !== 'done') throw new Error(`the test money of the first start was not booked: ${outcome.is}`);
  }
  const key = await createApiKey(pool, {
    clientId: demo.clientId,
    mode: 'test',
    name: 'Demo',
    permissions,
    expiresAtMs: null,
    allowedIps: [],
    signingKeys: [],
    rateLimits: {},
    budget: null,
    actor,
    quotas,
  });
  return {
    api_key: key.apiKey,
    client_id: demo.clientId,
    dashboard: await createFirstAdministrator(pool, demo.clientId),
  };
}

/** Like the key, the password is shown only once. */
async function createFirstAdministrator(pool: pg.Pool, clientId: number): Promise<Credentials['dashboard']> {
  const password = newPassword();
  await inDatabaseTransaction(pool, async (db) => {
    const personId = await putPerson(db, {
      email: administratorEmail,
      name: 'Administrator',
      platformRole: 'platform_administrator',
      password,
    });
    await giveClientRole(db, { personId, clientId, role: 'client_owner', actor: actor.name });
    const details = { platform_role: 'platform_administrator', client_id: clientId, role: 'client_owner' };
    await recordAudit(db, { actor, action: 'person.created', subject: `person ${administratorEmail}`, details });
  });
  return { email: administratorEmail, password };
}

interface Demo {
  readonly clientId: number;
  readonly walletId: number;
  readonly entryNo: number;
}

async function findDemo(pool: pg.Pool): Promise<Demo | null> {
  const { rows } = await pool.query<{ client_id: string; wallet_id: string; entry_no: string }>(
    `SELECT client_id, wallet_id, entry_no FROM wallet_phone JOIN wallet USING (wallet_id)
      WHERE wallet_phone.phone = $1 AND wallet_phone.mode = 'test'`,
    [demoPhone],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { clientId: Number(row.client_id), walletId: Number(row.wallet_id), entryNo: Number(row.entry_no) };
}

async function createDemoClient(pool: pg.Pool): Promise<Demo> {
  const { clientId, wallets } = await createClient(pool, { name: 'Demo', phone: demoPhone, actor, madeUp: true });
  return { clientId, walletId: wallets.test, entryNo: 0 };
}

/** Appears whole or not at all, and only its owner may read it: it holds a key. */
function writeCredentials(file: string, credentials: Credentials): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

/** The address of the service for a person on its machine. */
export function urlOf(listensOn: string, port: number): string {
  const host = listensOn === '0.0.0.0' || listensOn === '::' ? 'localhost' : listensOn;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The text for the terminal when a process is ready: its address and roles, and a command to paste. The administrator's
 * password is shown once: it opens live mode too, and it may have been changed since.
 */
export function banner(baseUrl: string, roles: Roles, welcome: Welcome | null): string {
  const part = roles.length === allRoles.length ? '' : ` (${roles.join(', ')})`;
  const lines = ['', `Nsimbi is ready at ${baseUrl}${part}`];
  if (roles.includes('api')) lines.push(`Reference of the API: ${baseUrl}/docs`);
  if (welcome !== null) {
    const { credentials, isFirst, file } = welcome;
    const { email, password } = credentials.dashboard;
    const signIn = isFirst ? `${email}, password ${password}` : `${email}; its first password is in ${file}`;
    if (roles.includes('dashboard')) lines.push('', `Dashboard: ${baseUrl}  (${signIn})`);
    lines.push(
      '',
      'Send test money:',
      `curl -s ${baseUrl}/api/v1/wallet/send-money -H 'Authorization: Bearer ${credentials.api_key}' ` +
        `-H 'Content-Type: application/json' -d '{"recipient_phone":"256770000001","amount":5000}'`,
    );
  }
  return `${lines.join('\n')}\n`;
}
