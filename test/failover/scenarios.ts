import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../service/wait-until.ts';
import { emptyDisk, fillDisk, type Host, setLink, signalHost, signalProcess } from './hosts.ts';
import type { FailoverWorld } from './world.ts';

/** One thing that happens to the hosts under load. */
export interface Scenario {
  readonly name: string;
  /** What happens, as docs/reliability.md says it. */
  readonly what: string;
  /** The longest time without a success, in seconds; null where no limit is promised. */
  readonly pauseMaxSeconds: number | null;
  /** The host that it happens to. */
  host(world: FailoverWorld): Promise<Host>;
  /** Causes it. @returns what makes it good again, and the check of what may not happen meanwhile. */
  cause(world: FailoverWorld, host: Host): Promise<Cause>;
}

interface Cause {
  /** Runs while the fault lasts. @throws when something happened that must not. */
  readonly watch?: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

/** The longest time until a primary that is lost has been replaced. */
const primaryMaxSeconds = 30;
/** The longest time until clients do not notice a lost process any more. */
const serviceMaxSeconds = 3;

export const scenarios: readonly Scenario[] = [
  {
    name: 'kill_service',
    what: '`kill -9` of a process that answers clients, and of one that works',
    pauseMaxSeconds: serviceMaxSeconds,
    host: async ({ cluster }) => cluster.hosts[0],
    async cause(world) {
      await Promise.all([world.killService('api-1'), world.killService('work-1')]);
      return { mend: () => world.startServices() };
    },
  },
  {
    name: 'switch_over',
    what: '`patronictl switchover`',
    pauseMaxSeconds: primaryMaxSeconds,
    host: ({ cluster }) => cluster.hostWithRole('leader'),
    async cause(world) {
      await world.cluster.switchOver();
      return { mend: async () => undefined };
    },
  },
  {
    name: 'kill_etcd',
    what: '`kill -9` of the leading etcd member',
    pauseMaxSeconds: primaryMaxSeconds,
    host: ({ cluster }) => cluster.hostWithEtcdLeader(),
    async cause({ cluster }, host) {
      for (const pid of cluster.processesOf(host, 'etcd')) signalProcess(pid, 'SIGKILL');
      return { mend: async () => cluster.startPrograms(host) };
    },
  },
  {
    name: 'kill_standby',
    what: '`kill -9` of a standby and its Patroni',
    pauseMaxSeconds: primaryMaxSeconds,
    host: ({ cluster }) => cluster.hostWithRole('quorum_standby'),
    async cause({ cluster }, host) {
      killDatabase(cluster, host);
      return { mend: async () => cluster.startPrograms(host) };
    },
  },
  {
    name: 'kill_primary',
    what: '`kill -9` of all processes of the primary PostgreSQL',
    pauseMaxSeconds: primaryMaxSeconds,
    host: ({ cluster }) => cluster.hostWithRole('leader'),
    async cause({ cluster }, host) {
      for (const pid of cluster.processesOf(host, 'postgres')) signalProcess(pid, 'SIGKILL');
      return { mend: async () => undefined };
    },
  },
  {
    name: 'lose_primary_host',
    what: '`kill -9` of every process on the host of the primary, which leads etcd too',
    pauseMaxSeconds: primaryMaxSeconds,
    host: primaryWithServiceAndEtcdLeader,
    async cause(world, host) {
      signalHost(host, 'SIGKILL');
      return { mend: () => startHost(world, host) };
    },
  },
  {
    name: 'freeze_primary_host',
    what: 'every process on the host of the primary, which leads etcd too, stopped (SIGSTOP), later continued',
    pauseMaxSeconds: primaryMaxSeconds,
    host: primaryWithServiceAndEtcdLeader,
    async cause(world, host) {
      signalHost(host, 'SIGSTOP');
      return {
        async mend() {
          signalHost(host, 'SIGCONT');
          await notPrimaryAnyMore(world, host);
          await startHost(world, host);
        },
      };
    },
  },
  {
    name: 'isolate_primary_host',
    what: 'the host of the primary, which leads etcd too, without a network',
    pauseMaxSeconds: primaryMaxSeconds,
    host: primaryWithServiceAndEtcdLeader,
    async cause(world, host) {
      setLink(host, 'down');
      return {
        watch: () => acceptsNothing(world, host),
        async mend() {
          setLink(host, 'up');
          await startHost(world, host);
        },
      };
    },
  },
  {
    name: 'lose_repository',
    what: '`kill -9` of every process on the host of the primary, which leads etcd too, while no host reaches the repository of backups',
    pauseMaxSeconds: primaryMaxSeconds,
    host: primaryWithServiceAndEtcdLeader,
    async cause(world, host) {
      world.cluster.loseRepository();
      signalHost(host, 'SIGKILL');
      return {
        async mend() {
          await startHost(world, host);
          await world.cluster.waitUntilHealthy();
          world.cluster.mendRepository();
        },
      };
    },
  },
  {
    name: 'fill_disk',
    what: 'the disk of the primary full',
    pauseMaxSeconds: null,
    host: ({ cluster }) => cluster.hostWithRole('leader'),
    async cause(world, host) {
      fillDisk(host);
      return {
        async mend() {
          emptyDisk(host);
          await startHost(world, host);
        },
      };
    },
  },
];

function killDatabase(cluster: FailoverWorld['cluster'], host: Host): void {
  for (const pid of cluster.processesOf(host, 'patroni')) signalProcess(pid, 'SIGKILL');
  for (const pid of cluster.processesOf(host, 'postgres')) signalProcess(pid, 'SIGKILL');
}

/**
 * The host of the primary, made one where clients are answered and etcd is led too, so that its loss lasts longest: after the election
 * of another leader of etcd the lease of the primary begins again.
 */
async function primaryWithServiceAndEtcdLeader(world: FailoverWorld): Promise<Host> {
  const primary = await waitUntil(
    'the primary is where clients are answered',
    async () => {
      const host = await world.cluster.hostWithRole('leader');
      if (world.answersClients(host)) return host;
      await world.cluster.waitUntilHealthy();
      await world.cluster.switchOver();
      await world.cluster.waitUntilHealthy();
      return undefined;
    },
    600_000,
  );
  await world.cluster.leadEtcdFrom(primary);
  return primary;
}

/** Starts again whatever has ended on the host; a process of the service is started by its supervisor too. */
async function startHost(world: FailoverWorld, host: Host): Promise<void> {
  world.cluster.startPrograms(host);
  await world.startServices();
}

/** Payments that are sent to the isolated host itself are never acknowledged, and its PostgreSQL stops being a primary. */
async function acceptsNothing(world: FailoverWorld, host: Host): Promise<void> {
  await Promise.all([
    notPrimaryAnyMore(world, host),
    (async () => {
      for (let sent = 0; sent < 10; sent += 1) {
        const status = await world.payOn(host);
        if (status === 200) throw new Error(`the isolated host ${host.name} acknowledged a payment`);
        await sleep(1_000);
      }
    })(),
  ]);
}

async function notPrimaryAnyMore({ cluster }: FailoverWorld, host: Host): Promise<void> {
  await waitUntil(`${host.name} is no primary any more`, async () => !(await cluster.claimsToBePrimary(host)), 60_000);
}
