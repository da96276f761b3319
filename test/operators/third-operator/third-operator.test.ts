import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceActor } from '../../../src/access/audit-log.ts';
import { Cli } from '../../../src/cli/cli.ts';
import { checkOperators } from '../../../src/cli/doctor/operators.ts';
import { floatCommands } from '../../../src/cli/float.ts';
import { ConfigError, loadConfig } from '../../../src/config.ts';
import type { Transaction } from '../../../src/ledger/transaction.ts';
import { unobserved } from '../../../src/operators/connector-observer.ts';
import type { LiveConnector, SimulatedServer } from '../../../src/operators/contract.ts';
import { connectOperators, operatorOfKey, operators, settingsOf } from '../../../src/operators/registry.ts';
import { testFolderMark } from '../../../src/postgres/open-database.ts';
import { columnsFor, rememberMapping } from '../../../src/reconciliation/mapped-columns.ts';
import { createReconciliationReader } from '../../../src/reconciliation/reader.ts';
import { type ReportEntry, reconcile } from '../../../src/reconciliation/reconcile.ts';
import { ledgerFindings } from '../../ledger/fixtures.ts';
import { SettlementBench } from '../../settlement/settlement.fixture.ts';
import { lycaWallet } from './operator.ts';

/** The registry with one line more. Everything else about the third operator is in this folder. */
const registry = [...operators, lycaWallet];
const phone = '256726123456';

let standIn: SimulatedServer;
let bench: SettlementBench;
let connectors: readonly LiveConnector[] = [];
const folder = mkdtempSync(join(tmpdir(), 'nsimbi-third-operator-'));

beforeAll(async () => {
  standIn = await lycaWallet.simulation.start({ port: 0, url: 'http://127.0.0.1:4500' });
  bench = await SettlementBench.open();
});

afterAll(async () => {
  await bench.close();
  await Promise.all(connectors.map((connector) => connector.close()));
  await standIn.close();
  rmSync(folder, { recursive: true, force: true });
});

test('its settings are read, documented and checked as those of every operator', () => {
  expect(loadConfig({}, registry).operators.Lycamobile).toMatchObject({ apiKey: null, queriesPerSecond: 5 });
  expect(loadConfig(standIn.settings, registry).operators.Lycamobile).toMatchObject({ apiKey: 'key-1' });
  expect(settingsOf(registry).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['NSIMBI_LYCA_POLL_DELAYS', 'NSIMBI_LYCA_BASE_URL', 'NSIMBI_LYCA_API_KEY']),
  );
  expect(() => loadConfig(standIn.settings)).toThrow(/NSIMBI_LYCA_\w+ is not a setting/);
  expect(() => loadConfig({ ...standIn.settings, NSIMBI_LYCA_API_KEY: '' }, registry)).toThrow(
    new ConfigError('Lycamobile is set in part; set NSIMBI_LYCA_API_KEY too, or nothing of Lycamobile'),
  );
  expect(() => loadConfig({ ...standIn.settings, NSIMBI_LYCA_API_KEY: 'user-1' }, registry)).toThrow(
    new ConfigError('NSIMBI_LYCA_API_KEY must be another than the API user'),
  );
});

test('the doctor asks it for a token and for its balances, and explains its errors in its own words', async () => {
  const check = (env: NodeJS.ProcessEnv) => checkOperators(loadConfig(env, registry), env, registry);
  expect(await check({ ...standIn.settings, NSIMBI_PUBLIC_URL: 'https://pay.example.ug' })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ check: 'MTN', found: expect.stringContaining('off') }),
      expect.objectContaining({ check: 'Lycamobile', found: expect.stringContaining('NSIMBI_LYCA_API_KEY') }),
      expect.objectContaining({ check: 'Lycamobile payout', found: expect.stringContaining('UGX 700,000') }),
      expect.objectContaining({ check: 'callbacks', found: expect.stringContaining('/callbacks/lyca') }),
    ]),
  );
  expect(await check({ ...standIn.settings, NSIMBI_LYCA_API_KEY: 'key-2' })).toContainEqual({
    check: 'Lycamobile collection',
    result: 'problem',
    found: 'Lyca does not accept NSIMBI_LYCA_API_KEY (HTTP 401 {"reason":"key of another user"})',
    mend: 'ask Lyca for another key',
  });
});

test('a collection of UGX 50,000 through it is completed, and its statement agrees', async () => {
  const collection = await collect();
  expect(collection).toMatchObject({ status: 'completed', provider: 'Lycamobile' });
  expect(await bench.balance()).toMatchObject({ available: 10_047_500 });
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);

  const statement = [
    'Booked,Wallet Receipt,Partner Ref,Amount,Direction,Status',
    `${new Date().toISOString()},${collection.operatorReceipt},${collection.externalReference},50000,credit,Successful`,
  ];
  expect(await compare(statement)).toMatchObject([{ outcome: 'matched', line: 2 }]);

  const operator = operatorOfKey('lyca', registry);
  const mapping = {
    receipt: ['Slip'],
    reference: ['Theirs'],
    amount: ['Amount'],
    amount_in: [],
    amount_out: [],
    direction: ['Direction'],
    status: ['Status'],
    time: ['Booked'],
  };
  await rememberMapping(bench.database.pool, serviceActor('joan'), operator, mapping);
  const mapped = statement.map((line) => line.replace('Wallet Receipt', 'Slip').replace('Partner Ref', 'Theirs'));
  expect(await compare(mapped)).toMatchObject([{ outcome: 'matched', line: 2 }]);
});

test('its float is booked by its key, which is not its name', async () => {
  const lines: string[] = [];
  const cli = new Cli(
    { ...bench.database.settings, NSIMBI_DATA_DIR: folder },
    {
      closed: new AbortController().signal,
      print: (line) => lines.push(line),
      say: () => undefined,
      progress: () => undefined,
    },
  );
  writeFileSync(join(folder, testFolderMark), '');
  const booking = ['--mode', 'test', '--float', 'disbursement', '--amount', '500000', '--reason', 'Float'];
  await floatCommands(cli, registry).parseAsync(
    ['fund', '--operator', 'lyca', ...booking, '--reference', 'BANK-1', '--json'],
    { from: 'user' },
  );
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ operator: 'Lycamobile', amount: 500_000 }]);
});

/** Collects through the registry's connector; the bench runs in test mode, and so the connector says that it does. */
async function collect(): Promise<Transaction> {
  connectors = await connectOperators(
    loadConfig({ ...standIn.settings, NSIMBI_POLL_DELAYS: '20ms' }, registry),
    unobserved,
    registry,
  );
  const [lyca] = connectors;
  if (lyca === undefined) throw new Error('the third operator is not connected');
  const inTestMode = new Proxy(lyca, {
    get(target, name) {
      if (name === 'mode') return 'test';
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const process = await bench.startProcess({ connectors: [inTestMode] });
  return bench.end(await bench.request(process, 'collection', phone, 'Lycamobile'));
}

async function compare(lines: readonly string[]): Promise<ReportEntry[]> {
  const operator = operatorOfKey('lyca', registry);
  const statementPath = join(folder, 'statement.csv');
  writeFileSync(statementPath, `${lines.join('\n')}\n`);
  const { pool, target } = bench.database;
  const reader = createReconciliationReader(target);
  try {
    const entries: ReportEntry[] = [];
    const steps = reconcile(
      { reader, service: pool },
      {
        operator,
        mode: 'test',
        statementPath,
        statementName: 'statement.csv',
        columns: await columnsFor(pool, operator),
        period: null,
        float: null,
        openCases: true,
      },
    );
    for await (const step of steps) if (step.is === 'entry') entries.push(step.entry);
    return entries;
  } finally {
    await reader.end();
  }
}
