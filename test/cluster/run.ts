import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout } from '../service/nsimbi-command.ts';
import { measureStore } from './measure-store.ts';
import { Server, type StorePorts, storeVariable } from './servers.ts';
import { table } from './table.ts';

const { values } = parseArgs({
  options: { transactions: { type: 'string', default: '200000' }, wallets: { type: 'string', default: '20' } },
});
const [transactions, wallets] = [Number(values.transactions), Number(values.wallets)];
if (!Number.isSafeInteger(transactions) || !Number.isSafeInteger(wallets) || transactions < 1_000 * wallets) {
  throw new Error('--transactions and --wallets are whole numbers, and each wallet needs 1,000 transactions');
}

const folder = mkdtempSync(join(tmpdir(), 'nsimbi-cluster-'));
chmodSync(folder, 0o755);
execFileSync('chown', ['postgres', folder]);
const servers: Server[] = [];
const create = async (name: string, options?: { readonly withCitus: boolean }) => {
  const server = await Server.create(folder, name, options);
  servers.push(server);
  return server;
};
try {
  const primary = await create('primary');
  const plain = await create('plain');
  const coordinator = await create('coordinator', { withCitus: true });
  const workers = [await create('worker1', { withCitus: true }), await create('worker2', { withCitus: true })];
  const stores: readonly { name: string; ports: StorePorts; killed: Server }[] = [
    { name: 'PostgreSQL', ports: { coordinator: plain.port, workers: [] }, killed: plain },
    {
      name: 'Citus, two workers',
      ports: { coordinator: coordinator.port, workers: workers.map(({ port }) => port) },
      killed: workers[0] as Server,
    },
  ];
  for (const { name, ports } of stores) {
    console.log(`\n== The tests of the history store on ${name}`);
    const tests = [
      'node_modules/vitest/vitest.mjs',
      'run',
      'src/history',
      'src/archiving',
      'test/history',
      'src/audit/moved-history',
      // Citus adds a node of one database at a time.
      '--fileParallelism=false',
    ];
    const { status } = spawnSync(process.execPath, tests, {
      cwd: checkout,
      stdio: 'inherit',
      env: { ...process.env, [storeVariable]: JSON.stringify(ports) },
    });
    if (status !== 0) throw new Error(`the tests failed on ${name}`);
  }
  const measured = [];
  for (const { name, ports, killed } of stores) {
    console.log(`\n== ${transactions} transactions move to ${name}`);
    measured.push(await measureStore({ name, primary, ports, killed, folder, transactions, wallets }));
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim();
  console.log(`\n${table(measured, { commit, transactions, wallets })}`);
} finally {
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
