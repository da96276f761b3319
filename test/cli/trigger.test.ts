import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thisPerson } from '../../src/cli/actor.ts';
import { eventNames } from '../../src/ledger/event-names.ts';
import { testFolderMark } from '../../src/postgres/open-database.ts';
import { createTestDatabase } from '../database.ts';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { freePort } from '../service/free-port.ts';
import { NsimbiProcess } from '../service/nsimbi-process.ts';
import { openTerminal } from './terminal.ts';

let world: World;
let shop: Business;
let seller: Speaker;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Trying Shop', 1_000_000);
  seller = await world.as(shop);
});
afterAll(async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
  await world.close();
});

const at = (speaker: Speaker) => ['--key', speaker.apiKey, '--url', speaker.baseUrl];

async function thresholdOf({ clientId }: Business): Promise<string | null | undefined> {
  const { rows } = await world.database.pool.query<{ approval_threshold: string | null }>(
    `SELECT approval_threshold FROM wallet WHERE client_id = $1 AND mode = 'test'`,
    [clientId],
  );
  return rows[0]?.approval_threshold;
}

async function setThreshold({ clientId }: Business, amount: string): Promise<void> {
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(clientId), '--mode', 'test', '--amount', amount],
  );
}

describe('issue 3, "nsimbi trigger <event>" makes a real test-mode transaction that causes the event', () => {
  test.each(eventNames)('%s', async (name) => {
    const before = (await seller.events()).length;
    const [event, ...more] = await world.terminal.ask('trigger', name, ...at(seller));
    expect([event.type, more]).toEqual([name, []]);
    expect((await seller.events()).slice(before)).toContainEqual(event);
    expect(await seller.transaction(event.data.id)).toMatchObject({
      reference: event.data.reference,
      mode: 'test',
      metadata: { api_triggered: true },
    });
    expect(await thresholdOf(shop)).toBeNull();
  });

  test('for people: the transaction as it is made, then the event', async () => {
    const { exitCode, lines, errors } = await world.terminal.run('trigger', 'deposit.failed', ...at(seller));
    expect(exitCode).toBe(0);
    expect(errors).toEqual([
      expect.stringMatching(
        /^Transaction \d+, API_COL_\d+_\d+: a collection of UGX 1,000, which the customer rejects after a second\.$/,
      ),
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^type +deposit\.failed$/));
    expect(lines).toContainEqual(expect.stringMatching(/^amount +UGX 1,000$/));
    expect(lines).toContainEqual(expect.stringMatching(/^status +failed$/));
  });

  test('without --key it is the demo of credentials.json', async () => {
    const settings = { ...world.database.settings, NSIMBI_DATA_DIR: world.dataDir };
    const process = new NsimbiProcess(['trigger', 'send_money.failed', '--json'], settings);
    expect(await process.end()).toBe(0);
    expect(JSON.parse(process.lines[0] ?? '')).toMatchObject({ type: 'send_money.failed' });
  });

  test('an empty wallet is filled with test money first', async () => {
    const empty = await world.as(await world.business('Empty Shop'));
    const [event] = await world.terminal.ask('trigger', 'wallet.debited', ...at(empty));
    expect(event).toMatchObject({ type: 'wallet.debited', data: { type: 'withdrawal' } });
    expect((await empty.events()).map(({ data }) => data.type)).toContain('deposit');
  });
});

describe('nsimbi trigger transaction.pending', () => {
  test('lowers a threshold for so long as the payment is made, says so, and keeps both acts in the audit log', async () => {
    const firm = await world.business('Careful Firm', 100_000);
    await setThreshold(firm, '250000');
    const speaker = await world.as(firm);
    const { exitCode, errors } = await world.terminal.run('trigger', 'transaction.pending', ...at(speaker));
    expect(exitCode).toBe(0);
    expect(errors).toContainEqual(
      expect.stringMatching(
        /^While it was made, payments of UGX 1,035 or more from this test wallet needed approval; the threshold is restored\. To continue: nsimbi transaction approve \d+$/,
      ),
    );
    expect(await thresholdOf(firm)).toBe('250000');
    const { rows } = await world.database.pool.query(
      `SELECT actor, details FROM audit_log
        WHERE subject = $1 AND action = 'wallet.approval_threshold_set' ORDER BY audit_log_id`,
      [`client ${firm.clientId} test`],
    );
    expect(rows).toEqual(
      [250_000, 1_035, 250_000].map((threshold) => ({ actor: thisPerson(), details: { threshold } })),
    );
  });

  test('sets the threshold back when the payment is refused', async () => {
    const firm = await world.business('Frozen Firm', 100_000);
    await world.terminal.ask('client', 'freeze', '--client', String(firm.clientId), '--mode', 'test');
    const speaker = await world.as(firm);
    const { exitCode, errors } = await world.terminal.run('trigger', 'transaction.pending', ...at(speaker));
    expect([exitCode, errors]).toEqual([
      1,
      [expect.stringMatching(/^nsimbi: the service refused the request: .*frozen/)],
    ]);
    expect(await thresholdOf(firm)).toBeNull();
  });

  test('leaves a threshold alone that already holds the payment', async () => {
    const firm = await world.business('Strict Firm', 100_000);
    await setThreshold(firm, '500');
    const speaker = await world.as(firm);
    const [event] = await world.terminal.ask('trigger', 'transaction.pending', ...at(speaker));
    expect(event).toMatchObject({ type: 'transaction.pending', data: { status: 'pending' } });
    const { rows } = await world.database.pool.query(
      `SELECT FROM audit_log WHERE subject = $1 AND action = 'wallet.approval_threshold_set'`,
      [`client ${firm.clientId} test`],
    );
    expect(rows).toHaveLength(1);
    const held = await world.terminal.run('trigger', 'withdrawal.completed', ...at(speaker));
    expect([held.exitCode, held.errors.at(-1)]).toEqual([
      1,
      expect.stringMatching(
        /threshold holds the payment; withdrawal\.completed follows after: nsimbi transaction approve \d+$/,
      ),
    ]);
  });

  test('is refused where the database of the settings does not know the key', async () => {
    const other = await createTestDatabase();
    const terminal = openTerminal(other);
    const { exitCode, errors } = await terminal.run('trigger', 'transaction.pending', ...at(seller));
    expect([exitCode, errors]).toEqual([1, [expect.stringContaining('does not have the key')]]);
    terminal.close();
    await other.drop();
  });
});

describe('nsimbi trigger refuses in one line', () => {
  test('a live key', async () => {
    const live = await world.as(shop, { mode: 'live' });
    const before = await world.transactionCount(shop.wallets.live);
    const { exitCode, errors } = await world.terminal.run('trigger', 'wallet.credited', ...at(live));
    expect([exitCode, errors]).toEqual([1, [expect.stringContaining('only a test key')]]);
    expect(await world.transactionCount(shop.wallets.live)).toBe(before);
  });

  test('a key that may not hear events, before anything is paid', async () => {
    const deaf = await world.as(shop, { permissions: ['wallet:collect'] });
    const before = await world.transactionCount(shop.wallets.test);
    const { exitCode, errors } = await world.terminal.run('trigger', 'wallet.credited', ...at(deaf));
    expect([exitCode, errors]).toEqual([1, [expect.stringContaining('lacks the permission webhooks:read')]]);
    expect(await world.transactionCount(shop.wallets.test)).toBe(before);
  });

  test('an event that does not exist', async () => {
    const { exitCode, errors } = await world.terminal.run('trigger', 'payment.done', ...at(seller));
    expect([exitCode, errors]).toEqual([1, [expect.stringContaining('Allowed choices are transaction.created')]]);
  });

  test('a data folder without credentials.json', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'nsimbi-trigger-'));
    writeFileSync(join(dataDir, testFolderMark), '');
    const terminal = openTerminal(world.database, { NSIMBI_DATA_DIR: dataDir });
    const { exitCode, errors } = await terminal.run('trigger', 'wallet.credited');
    expect([exitCode, errors]).toEqual([1, [expect.stringContaining(`no credentials.json in ${dataDir}`)]]);
    terminal.close();
    rmSync(dataDir, { recursive: true });
  });

  test('a service that is not there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const words = ['trigger', 'wallet.credited', '--key', seller.apiKey, '--url', url];
    const { exitCode, errors } = await world.terminal.run(...words);
    expect([exitCode, errors]).toEqual([1, [expect.stringContaining(`${url} does not respond`)]]);
  });
});
