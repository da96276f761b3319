import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { uniform } from '../../packages/operator-stand-ins/src/faults/uniform.ts';
import { runningPostmaster } from '../../src/postgres/embedded/postmaster.ts';
import { isConnectionLost } from '../../src/postgres/errors.ts';
import { canFakeClock } from '../service/faked-clock.ts';
import { weighted } from './plan.ts';
import type { Records } from './records.ts';
import { ballastOn, canMountDisk, type Surroundings } from './surroundings.ts';

/** How often each fault is drawn beside the others. */
export const faultWeights = {
  /** `kill -9` of a process of the service. */
  kill: 20,
  /** SIGSTOP of a process of the service, and SIGCONT some seconds later. */
  freeze: 16,
  /** `pg_terminate_backend` of some of the service's sessions. */
  backends: 14,
  /** Every connection to the database cut at once, or one exactly at its COMMIT. */
  connections: 18,
  /** The row of a wallet locked by another program for some seconds. */
  lock: 12,
  /** The server ended at once, without a checkpoint. */
  stop: 6,
  /** `kill -9` of all processes of the server. */
  crash: 5,
  /** No room on the database's disk. */
  disk: 4,
  /** The server's clock days ahead, or hours back. */
  clock: 6,
  /** The primary lost, and its synchronous standby promoted. */
  promotion: 2,
} as const;
export type FaultKind = keyof typeof faultWeights;
export const faultKinds = Object.keys(faultWeights) as FaultKind[];

/** A fault that is going to happen. */
export interface PlannedFault {
  readonly kind: FaultKind;
  /** How long nothing happens before it. */
  readonly pauseMs: number;
  /** Numbers from 0 up to 1 for what else is to be chosen. */
  draw(what: string): number;
}

/** Fault `k` of a campaign: the same for the same seed and kinds. Pure. */
export function planFault(seed: number, k: number, kinds: readonly FaultKind[]): PlannedFault {
  const draw = (what: string) => uniform(seed, 'fault', k, what);
  const weights = Object.fromEntries(kinds.map((kind) => [kind, faultWeights[kind]])) as Record<FaultKind, number>;
  return { kind: weighted(weights, draw('kind')), pauseMs: 500 + Math.floor(draw('pause') * 3_500), draw };
}

/** The kinds that cannot happen on this machine, each with the reason in a sentence. */
export function impossibleFaults(folder: string): Partial<Record<FaultKind, string>> {
  return {
    ...(canFakeClock ? {} : { clock: "Clocks are not changed: Debian's package faketime is not installed." }),
    ...(canMountDisk(folder) ? {} : { disk: 'The disk is not filled: only root can mount a disk of its own.' }),
  };
}

/** Causes faults one after the other until it is stopped. */
export class FaultRunner {
  readonly #surroundings: Surroundings;
  readonly #records: Records;
  readonly #options: { readonly seed: number; readonly kinds: readonly FaultKind[] };
  readonly #stopping = new AbortController();
  #next: number;
  #running: Promise<void> = Promise.resolve();
  readonly counts: Record<string, number> = {};

  /** @param options.next how many faults earlier sittings have caused. */
  constructor(
    surroundings: Surroundings,
    records: Records,
    options: { readonly seed: number; readonly kinds: readonly FaultKind[]; readonly next: number },
  ) {
    this.#surroundings = surroundings;
    this.#records = records;
    this.#options = options;
    this.#next = options.next;
  }

  /** @param whenBroken is called when something did not recover; `stop` then throws the reason. */
  start(whenBroken: () => void): void {
    this.#running = this.#run();
    this.#running.catch(whenBroken);
  }

  /** Waits until the fault that is under way is over and everything runs again. @throws when something did not recover. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { seed, kinds } = this.#options;
    while (kinds.length > 0 && !this.#stopping.signal.aborted) {
      const fault = planFault(seed, this.#next++, kinds);
      await sleep(fault.pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
      await this.#restartWhatEnded();
      const fromMs = Date.now();
      const detail = await causes[fault.kind](this.#surroundings, fault.draw);
      this.#records.add({ is: 'fault', kind: fault.kind, fromMs, untilMs: Date.now(), detail });
      this.counts[fault.kind] = (this.counts[fault.kind] ?? 0) + 1;
    }
  }

  /** A process of the service never ends by itself. */
  async #restartWhatEnded(): Promise<void> {
    for (let process = 0; process < this.#surroundings.processes; process += 1) {
      const service = this.#surroundings.service(process);
      if (service !== null && isAlive(service.pid)) continue;
      this.#records.add({
        is: 'problem',
        rule: 'service_ended',
        detail: `process ${process} of the service ended by itself`,
      });
      await this.#surroundings.startService(process);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

type Cause = (surroundings: Surroundings, draw: (what: string) => number) => Promise<string>;

/** Each causes its fault, waits for its end, brings everything back, and says what was done. */
const causes: Readonly<Record<FaultKind, Cause>> = {
  async kill(surroundings, draw) {
    const process = Math.floor(draw('process') * surroundings.processes);
    await surroundings.endService(process, 'SIGKILL');
    await sleep(draw('down') * 3_000);
    await surroundings.startService(process);
    return `process ${process}`;
  },

  async freeze(surroundings, draw) {
    const place = Math.floor(draw('process') * surroundings.processes);
    const pid = surroundings.service(place)?.pid ?? 0;
    const forMs = 500 + Math.floor(draw('time') * 5_000);
    process.kill(pid, 'SIGSTOP');
    await sleep(forMs);
    process.kill(pid, 'SIGCONT');
    return `process ${place} for ${forMs} ms`;
  },

  async backends(surroundings, draw) {
    const client = await surroundings.servers.connect();
    try {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid)
           FROM (SELECT pid FROM pg_stat_activity
                  WHERE datname = 'nsimbi' AND backend_type = 'client backend' AND pid <> pg_backend_pid()
                  ORDER BY random() LIMIT $1) chosen`,
        [1 + Math.floor(draw('count') * 10)],
      );
      return `${rowCount} sessions`;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return 'the server ended all sessions';
    } finally {
      await client.end();
    }
  },

  async connections({ proxy }, draw) {
    if (draw('all') < 0.3) {
      proxy.cutAll();
      return 'all connections';
    }
    const cut = (['before', 'during', 'after'] as const)[Math.floor(draw('moment') * 3)] ?? 'after';
    // With nothing to do the service commits housekeeping at least.
    await Promise.race([proxy.cutNextCommit(cut), sleep(10_000)]);
    return `one connection, ${cut} its COMMIT`;
  },

  async lock(surroundings, draw) {
    const { clients } = surroundings.saved;
    const walletId = clients[Math.floor(draw('wallet') * clients.length)]?.walletId;
    const forMs = 1_000 + Math.floor(draw('time') * 11_000);
    const client = await surroundings.servers.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM nsimbi.wallet WHERE wallet_id = $1 FOR UPDATE', [walletId]);
      await sleep(forMs);
      await client.query('ROLLBACK');
      return `wallet ${walletId} for ${forMs} ms`;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return `wallet ${walletId}, until the server ended the lock`;
    } finally {
      await client.end();
    }
  },

  async stop(surroundings, draw) {
    await surroundings.servers.quit();
    await sleep(draw('down') * 3_000);
    await surroundings.servers.startAgain();
    return 'immediate stop';
  },

  async crash(surroundings, draw) {
    await surroundings.servers.primary.kill();
    await sleep(draw('down') * 3_000);
    await surroundings.servers.startAgain();
    return 'kill -9 of the server';
  },

  async disk(surroundings) {
    const { disk, servers } = surroundings;
    if (disk === null) throw new Error('the database has no disk of its own');
    const ballast = ballastOn(disk);
    const { bavail, bsize } = statfsSync(disk);
    const leftBytes = 2 * 2 ** 20;
    spawnSync('fallocate', ['-l', String(Math.max(1, bavail * bsize - leftBytes)), ballast]);
    // Until the log of changes finds no room for its next file, or nothing needs more room than there is.
    const endMs = Date.now() + 15_000;
    while (Date.now() < endMs && runningPostmaster(servers.primary.cluster) !== null) await sleep(200);
    const ended = runningPostmaster(servers.primary.cluster) === null;
    rmSync(ballast, { force: true });
    await servers.startAgain();
    return ended ? 'the server ended itself' : 'the server stayed';
  },

  async clock({ servers }, draw) {
    const hours = [8 * 24, 400 * 24, -1, -24, 2][Math.floor(draw('offset') * 5)] ?? 8 * 24;
    const forMs = 5_000 + Math.floor(draw('time') * 15_000);
    servers.setClock(hours * 3_600);
    await sleep(forMs);
    servers.setClock(0);
    await sleep(2_000);
    return `${hours} hours for ${forMs} ms`;
  },

  async promotion(surroundings) {
    const { servers, proxy } = surroundings;
    await servers.promote();
    surroundings.save();
    proxy.cutAll();
    await servers.addStandby();
    return 'a standby took over, and another was made';
  },
};
