import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type MtnStandIn,
  settingsForMtn,
  startMtnStandIn,
} from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { noteBackupCheck } from '../../src/backup/last-check.ts';
import { readCredentials } from '../../src/first-start.ts';
import type { LiveReadiness, LiveStepObject } from '../../src/http/dashboard/schemas/live-readiness.ts';
import { openTerminal, type Terminal } from '../cli/terminal.ts';
import { sharedEncryptionKeys, World } from '../journeys/world.ts';
import { freePort } from '../service/free-port.ts';
import { waitUntil } from '../service/wait-until.ts';
import { MailServer } from './mail-server.ts';
import { giveApp, type Person, signedIn, signIn } from './person.ts';

let mtn: MtnStandIn;
let mailServer: MailServer;
let world: World;
let terminal: Terminal;
let administrator: Person;
let second: Person;
beforeAll(async () => {
  mtn = await startMtnStandIn();
  mailServer = await MailServer.open();
  const port = String(await freePort());
  const settings = {
    ...settingsForMtn(mtn),
    NSIMBI_PUBLIC_URL: `http://127.0.0.1:${port}`,
    NSIMBI_REHEARSAL: 'off',
    NSIMBI_REQUIRE_TWO_FACTOR: 'staff-and-live',
    NSIMBI_SMTP_URL: mailServer.url,
    NSIMBI_MAIL_FROM: 'pay@example.ug',
  };
  world = await World.open({ ...settings, PORT: port });
  terminal = openTerminal(world.database, { ...settings, NSIMBI_ENCRYPTION_KEYS: sharedEncryptionKeys });
  administrator = await signedIn(world, { platform: 'platform_administrator' });
  await giveApp(world, administrator.credentials.personId);
  second = await signedIn(world, { platform: 'platform_administrator' });
});
afterAll(async () => {
  terminal.close();
  await world.close();
  mailServer.close();
  await mtn.close();
});

async function read(): Promise<LiveReadiness> {
  const { status, body } = await administrator.get('/platform/live-readiness');
  expect(status).toBe(200);
  return body.data;
}

function stepOf({ steps }: Pick<LiveReadiness, 'steps'>, id: string): LiveStepObject {
  const step = steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`there is no step ${id}`);
  return step;
}

describe('the steps to live mode', () => {
  it('are each checked by the service, which says what is missing and what to do next', async () => {
    const before = Date.now();
    const readiness = await read();
    const { steps } = readiness;
    expect(stepOf(readiness, 'credentials_mtn')).toMatchObject({
      status: 'to_do',
      found: 'No real money moves at MTN: NSIMBI_MTN_BASE_URL names this machine.',
    });
    expect(stepOf(readiness, 'float_mtn')).toMatchObject({ status: 'done', found: expect.stringContaining('UGX') });
    expect(stepOf(readiness, 'callbacks_mtn')).toMatchObject({
      status: 'done',
      found: `A request to ${world.baseUrl}/callbacks/mtn/check arrived at this service.`,
    });
    expect(stepOf(readiness, 'credentials_airtel')).toMatchObject({ status: 'not_used' });
    expect(stepOf(readiness, 'administrators')).toMatchObject({
      status: 'to_do',
      next: expect.stringContaining(second.credentials.email),
      page: '/platform/people',
    });
    expect(stepOf(readiness, 'first_password').found).toContain('admin@nsimbi.local');
    // The server of the tests may lose what it confirmed.
    expect(stepOf(readiness, 'database')).toMatchObject({ status: 'to_do', found: expect.stringContaining('is off') });
    for (const id of ['second_person', 'demo_data', 'processes', 'clock', 'notifications']) {
      expect(stepOf(readiness, id), id).toMatchObject({ status: 'done', next: null });
    }
    for (const id of ['public_address', 'backups', 'metrics', 'audit']) {
      expect(stepOf(readiness, id), id).toMatchObject({ status: 'to_do', next: expect.any(String) });
    }
    expect(readiness.open).toBe(steps.filter(({ status }) => status === 'to_do' || status === 'unknown').length);
    for (const { checked_at } of steps) expect(Date.parse(checked_at)).toBeGreaterThanOrEqual(before);
  });

  it('are for administrators, who need their second factor', async () => {
    expect((await second.get('/platform/live-readiness')).status).toBe(403);
  });

  it('the request to the public address is no callback of a payment', async () => {
    await read();
    const metrics = await (await fetch(`${world.baseUrl}/metrics`)).text();
    expect(metrics).toContain('route="/callbacks/mtn/*"');
    expect(metrics).not.toMatch(/nsimbi_operator_callbacks_total\{.*operator="MTN"/);
  });

  it('are printed at the command line, which ends with 1 while one is open', async () => {
    const { exitCode, lines } = await terminal.run('live', 'check', '--json');
    expect(exitCode).toBe(1);
    const printed: LiveStepObject[] = lines.map((line) => JSON.parse(line));
    const shown = (await read()).steps;
    expect(printed.map(({ id, title }) => [id, title])).toEqual(shown.map(({ id, title }) => [id, title]));
    expect(stepOf({ steps: printed }, 'callbacks_mtn')).toMatchObject({ status: 'done' });
    const text = (await terminal.run('live', 'check')).lines;
    expect(text.find((line) => line.includes('Audit of the books'))).toMatch(
      /^to do {5}Audit of the books: The books were not audited yet\. Audit now at Ledger/,
    );
  });

  it('the command cannot check callbacks without the keys of the service, and checks the rest', async () => {
    const elsewhere = openTerminal(world.database, {
      ...settingsForMtn(mtn),
      NSIMBI_PUBLIC_URL: world.baseUrl,
      NSIMBI_REHEARSAL: 'off',
    });
    const { lines } = await elsewhere.run('live', 'check', '--json');
    elsewhere.close();
    const steps: LiveStepObject[] = lines.map((line) => JSON.parse(line));
    expect(stepOf({ steps }, 'callbacks_mtn')).toMatchObject({
      status: 'unknown',
      found: expect.stringContaining('the keys that encrypt secrets are not in'),
    });
    expect(stepOf({ steps }, 'float_mtn')).toMatchObject({ status: 'done' });
  });

  it('are done when somebody has done them', async () => {
    await giveApp(world, second.credentials.personId);
    await world.terminal.ask('audit');
    await noteBackupCheck(world.database.pool, {
      stanza: 'nsimbi',
      restorableUntilMs: Date.now() - 60_000,
      problem: null,
    });
    expect((await fetch(`${world.baseUrl}/metrics`)).status).toBe(200);
    const first = readCredentials(world.dataDir)?.dashboard;
    if (first === undefined) throw new Error('there are no credentials of the first start');
    const changed = await (await signIn(world.baseUrl, first)).post('/auth/change-password', {
      currentPassword: first.password,
      newPassword: 'another-long-password',
    });
    expect(changed.status).toBe(200);
    const ids = ['administrators', 'audit', 'backups', 'metrics', 'first_password'];
    const readiness = await waitUntil('the steps are done', async () => {
      const now = await read();
      return ids.every((id) => stepOf(now, id).status === 'done') ? now : false;
    });
    expect(stepOf(readiness, 'administrators').found).toContain('2 administrators');
    expect(stepOf(readiness, 'backups').found).toMatch(/\d+ minutes? ago/);
  });

  it('stand each for themselves: an operator that is away leaves the others known', async () => {
    await mtn.close();
    const readiness = await waitUntil('the operator is away', async () => {
      const now = await read();
      return stepOf(now, 'float_mtn').status === 'unknown' ? now : false;
    });
    expect(stepOf(readiness, 'callbacks_mtn')).toMatchObject({ status: 'done' });
    expect(stepOf(readiness, 'administrators')).toMatchObject({ status: 'done' });
    mtn = await startMtnStandIn();
  });
});
