import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PaymentLoad, type Try } from '../../test/faults/payment-load.ts';
import { freePort } from '../../test/service/free-port.ts';
import { startService } from '../../test/service/service-process.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import type { Bench, Part } from '../bench.ts';
import type { Measured } from '../measured.ts';

const part = 'neighbours';
const lockedMs = 12_000;
const frozenMs = 6_000;
const workers = 16;

/** Payments between wallets that nobody has locked: beside a wallet that is locked, and beside a process that is frozen. */
export const neighbours: Part = async (bench) => [
  ...(await besideLockedWallet(bench)),
  ...(await besideFrozenProcess(bench)),
];

/** A session locks one wallet, whose payments keep coming. */
async function besideLockedWallet(bench: Bench): Promise<Measured[]> {
  const [theirs, others] = [bench.clients.slice(0, 2), bench.clients.slice(2, 12)];
  const related = new PaymentLoad(bench.service.baseUrl, theirs, 'inside', 'locked');
  const unrelated = new PaymentLoad(bench.service.baseUrl, others, 'inside', 'beside-locked');
  const session = new pg.Client({ connectionString: bench.connectionStringTo('nsimbi') });
  await session.connect();
  await session.query('BEGIN');
  await session.query('SELECT FROM nsimbi.wallet WHERE wallet_id = $1 FOR UPDATE', [theirs[0]?.walletId]);
  related.start(workers);
  unrelated.start(workers);
  await sleep(lockedMs);
  const whileLocked = [...unrelated.tries];
  await session.query('COMMIT');
  await session.end();
  await stop(bench, [related, unrelated]);
  return measuresOf(`one wallet locked for ${lockedMs / 1000} s`, whileLocked);
}

/** Another process of the service is stopped while it holds the locks of a batch. */
async function besideFrozenProcess(bench: Bench): Promise<Measured[]> {
  const [theirs, others] = [bench.clients.slice(12, 17), bench.clients.slice(17, 27)];
  const neighbour = await startService({
    port: await freePort(),
    logFile: `${bench.folder}/neighbour.log`,
    settings: { ...bench.settings },
  });
  try {
    const frozen = new PaymentLoad(neighbour.baseUrl, theirs, 'inside', 'frozen');
    const related = new PaymentLoad(bench.service.baseUrl, theirs, 'inside', 'beside-frozen-same');
    const unrelated = new PaymentLoad(bench.service.baseUrl, others, 'inside', 'beside-frozen-other');
    const loads = [frozen, related, unrelated];
    for (const load of loads) load.start(workers);
    await waitUntil('payments flow', () => loads.every(({ tries }) => tries.length > 100));
    for (;;) {
      process.kill(neighbour.pid, 'SIGSTOP');
      const frozenAtMs = performance.now();
      await sleep(frozenMs);
      const holds = related.tries.some(({ sentAtMs, tookMs }) => sentAtMs + tookMs > frozenAtMs && tookMs > 1_000);
      process.kill(neighbour.pid, 'SIGCONT');
      const tries = unrelated.tries.filter(({ sentAtMs, tookMs }) => sentAtMs + tookMs > frozenAtMs);
      if (holds) {
        await stop(bench, loads);
        return measuresOf(`a neighbour frozen for ${frozenMs / 1000} s with its locks`, tries);
      }
      await sleep(100 * Math.random());
    }
  } finally {
    await neighbour.end('SIGTERM');
  }
}

async function stop(bench: Bench, loads: readonly PaymentLoad[]): Promise<void> {
  for (const load of loads) {
    await load.stop();
    bench.paid += load.acknowledged().length;
    await load.close();
  }
}

function measuresOf(beside: string, tries: readonly Try[]): Measured[] {
  const took = tries.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const at = (share: number) => Math.round(took[Math.ceil(took.length * share) - 1] ?? 0);
  const refused = tries.filter(({ status }) => status !== 200).length;
  return [
    { part, what: `payments between other wallets beside ${beside}: p50`, value: at(0.5), unit: 'ms' },
    { part, what: `payments between other wallets beside ${beside}: p99`, value: at(0.99), unit: 'ms' },
    { part, what: `payments between other wallets beside ${beside}: longest`, value: at(1), unit: 'ms' },
    {
      part,
      what: `payments between other wallets beside ${beside}: refused`,
      value: refused,
      unit: '',
      target: { is: 'at most', value: 0 },
    },
  ];
}
