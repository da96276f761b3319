import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../service/free-port.ts';
import { checkout } from '../service/nsimbi-command.ts';
import { waitUntil } from '../service/wait-until.ts';
import { createHosts, type Host, hostsIn, network, processesOf, removeHosts, startProgram } from './hosts.ts';

/** A member of the cluster, as Patroni reports it. */
export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'quorum_standby' | 'replica' | string;
  readonly state: string;
}

/** Every program of deploy/ha that runs on a host. */
const programs = ['etcd', 'patroni', 'haproxy'] as const;
type Program = (typeof programs)[number];

/** Longer than a copied or rewound member needs on a busy machine. */
const healthyWithinMs = 600_000;

/** A bucket at an address of the hosts' network that no host has. */
const lostRepository = [
  ...['repo1-type=s3', 'repo1-path=/nsimbi', `repo1-s3-endpoint=${network.unused}`, 'repo1-s3-bucket=nsimbi'],
  ...['repo1-s3-region=kampala', 'repo1-s3-key=none', 'repo1-s3-key-secret=none'],
].join('\n');

/** Three hosts with the configuration of deploy/ha, and the HAProxy that stands before them. */
export class Cluster {
  readonly hosts: readonly [Host, Host, Host];
  /** Where clients of the service connect to. */
  readonly apiPort: number;
  /** Where this machine reaches the primary. */
  readonly databasePort: number;
  readonly #folder: string;
  readonly #passwords: Readonly<Record<string, string>>;
  readonly #running = new Map<string, ChildProcess>();
  #operatorPorts: readonly number[] = [];

  private constructor(parts: { folder: string; apiPort: number; databasePort: number }) {
    this.#folder = parts.folder;
    this.apiPort = parts.apiPort;
    this.databasePort = parts.databasePort;
    this.hosts = hostsIn(parts.folder);
    const names = ['SUPERUSER', 'REPLICATION', 'REWIND', 'PATRONI', 'NSIMBI', 'MIGRATOR'];
    this.#passwords = Object.fromEntries(names.map((name) => [name, randomBytes(16).toString('hex')]));
  }

  /** Creates the hosts in `folder` and starts etcd, Patroni and HAProxy on each; then creates Nsimbi's database and the stanza. */
  static async create(folder: string): Promise<Cluster> {
    const cluster = new Cluster({ folder, apiPort: await freePort(), databasePort: await freePort() });
    try {
      createHosts(cluster.hosts);
      mkdirSync(join(folder, 'repository'));
      for (const host of cluster.hosts) cluster.#configure(host);
      execFileSync('chown', ['-R', 'postgres:', join(folder, 'repository')]);
      cluster.#startFrontDoor();
      for (const host of cluster.hosts) cluster.startPrograms(host);
      await cluster.waitUntilHealthy();
      await cluster.#createDatabase();
      return cluster;
    } catch (error) {
      cluster.remove();
      throw error;
    }
  }

  /** Starts those of the host's programs that do not run, as systemd would. */
  startPrograms(host: Host): void {
    for (const program of programs) this.#start(host, program);
    if (this.#operatorPorts.length > 0) this.#startForwarding(host);
  }

  /** Process ids of one program of a host, with those that it started. */
  processesOf(host: Host, program: 'etcd' | 'patroni' | 'postgres'): number[] {
    return processesOf(host).filter((pid) => isProcessOf(program, commandLine(pid)));
  }

  /** The settings with which Nsimbi runs on a host, from the rendered files. */
  settingsOf(host: Host): Record<string, string> {
    const folder = this.#configuration(host);
    const databaseUrl = readFileSync(join(folder, 'secrets/DATABASE_URL'), 'utf8').trim();
    return { ...readEnvironment(join(folder, 'nsimbi.env')), DATABASE_URL: databaseUrl };
  }

  /** The settings with which commands run on this machine. */
  get commandSettings(): Record<string, string> {
    const at = (user: string, password = '') => `postgres://${user}:${password}@127.0.0.1:${this.databasePort}/nsimbi`;
    return {
      DATABASE_URL: at('nsimbi', this.#passwords.NSIMBI),
      NSIMBI_OWNER_DATABASE_URL: at('nsimbi_migrator', this.#passwords.MIGRATOR),
      NSIMBI_REQUIRE_STANDBY: 'on',
    };
  }

  /** A superuser's connection to the primary, to be ended by the caller; a failover ends it too. */
  async connect(database = 'nsimbi'): Promise<pg.Client> {
    const password = this.#passwords.SUPERUSER ?? '';
    return await waitUntil('the primary accepts a connection', async () => {
      const client = new pg.Client({
        ...{ host: '127.0.0.1', port: this.databasePort, user: 'postgres', password, database },
        connectionTimeoutMillis: 5_000,
      });
      client.on('error', () => undefined);
      return await client.connect().then(
        () => client,
        () => undefined,
      );
    });
  }

  /** The members as any Patroni reports them; none when none answers. */
  async members(): Promise<readonly Member[]> {
    for (const { address } of this.hosts) {
      const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(5_000) }).catch(
        () => null,
      );
      const body = await response?.json().catch(() => null);
      const members = (body as { members?: readonly Member[] } | null)?.members ?? [];
      if (members.some(({ role }) => role === 'leader')) return members;
    }
    return [];
  }

  /** Waits until there is a primary, and both other members follow it and count for a commit. */
  async waitUntilHealthy(): Promise<void> {
    await waitUntil(
      'all three members run and commits wait for one of two standbys',
      async () => {
        const members = await this.members();
        const runs = members.filter(({ state }) => state === 'running' || state === 'streaming');
        return runs.length === 3 && members.filter(({ role }) => role === 'quorum_standby').length === 2;
      },
      healthyWithinMs,
    );
  }

  async hostWithRole(role: 'leader' | 'quorum_standby'): Promise<Host> {
    return await waitUntil(`a member is ${role}`, async () => {
      const member = (await this.members()).find((one) => one.role === role);
      return this.hosts.find(({ name }) => name === member?.name);
    });
  }

  /** The host whose etcd is the leader of the three. */
  async hostWithEtcdLeader(): Promise<Host> {
    for (const host of this.hosts) {
      const { member, leader } = await etcdStatus(host);
      if (member === leader) return host;
    }
    throw new Error('no etcd is the leader');
  }

  /** Makes the etcd of a host the leader of the three. */
  async leadEtcdFrom(host: Host): Promise<void> {
    const leader = await this.hostWithEtcdLeader();
    if (leader.name === host.name) return;
    const { member } = await etcdStatus(host);
    await askEtcd(leader, 'transfer-leadership', { targetID: member });
  }

  /** Makes a standby the primary, as an administrator does before maintenance. */
  async switchOver(): Promise<void> {
    const [from, to] = [await this.hostWithRole('leader'), await this.hostWithRole('quorum_standby')];
    const words = ['switchover', 'nsimbi', '--leader', from.name, '--candidate', to.name, '--force'];
    await promisify(execFile)(
      '/opt/patroni/bin/patronictl',
      ['-c', join(this.#configuration(from), 'patroni.yml'), ...words],
      {
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      },
    );
  }

  /** Whether PostgreSQL of a host says that it could accept a write; false as well when it says nothing. */
  async claimsToBePrimary(host: Host): Promise<boolean> {
    const { stdout } = await promisify(execFile)(
      'ip',
      [
        ...['netns', 'exec', host.namespace, 'timeout', '5', join(binFolder(), 'psql')],
        ...['-h', '127.0.0.1', '-U', 'postgres', '-d', 'postgres', '-Atc', 'SELECT pg_is_in_recovery()'],
      ],
      { env: { ...process.env, PGPASSWORD: this.#passwords.SUPERUSER, PGCONNECT_TIMEOUT: '3' } },
    ).catch(() => ({ stdout: '' }));
    return stdout.trim() === 'f';
  }

  /** Lets ports of this machine be reached at the same ports of each host's loopback address, as the operators are. */
  forward(ports: readonly number[]): void {
    this.#operatorPorts = ports;
    this.#startForwarding(null);
    for (const host of this.hosts) this.#startForwarding(host);
  }

  /** Leads every host to a repository of backups whose host does not exist. */
  loseRepository(): void {
    this.#moveRepository(this.#repository, lostRepository);
  }

  /** Leads every host to the real repository again. */
  mendRepository(): void {
    this.#moveRepository(lostRepository, this.#repository);
  }

  /** Ends everything. */
  remove(): void {
    removeHosts(this.hosts);
    for (const child of this.#running.values()) child.kill('SIGKILL');
  }

  get #repository(): string {
    return `repo1-path=${join(this.#folder, 'repository')}`;
  }

  #moveRepository(from: string, to: string): void {
    for (const host of this.hosts) {
      const file = join(this.#configuration(host), 'pgbackrest.conf');
      const text = readFileSync(file, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not name the repository that is to be replaced`);
      writeFileSync(file, text.replace(from, to));
    }
  }

  #configuration(host: Host): string {
    return join(host.folder, 'configuration');
  }

  #configure(host: Host): void {
    const folder = this.#configuration(host);
    const settings = {
      ...Object.fromEntries(
        this.hosts.flatMap(({ number, name, address }) => [
          [`HA_NAME${number}`, name],
          [`HA_ADDRESS${number}`, address],
        ]),
      ),
      ...Object.fromEntries(Object.entries(this.#passwords).map(([name, value]) => [`HA_${name}_PASSWORD`, value])),
      HA_NETWORK: network.addresses,
      HA_PGDATA: join(host.disk, 'pgdata'),
      HA_PGBIN: binFolder(),
      HA_SOCKETS: host.folder,
      HA_PUBLIC_URL: `http://127.0.0.1:${this.apiPort}`,
      HA_API_BIND: `*:4400`,
      // A frozen host is the test, and must not reset the machine.
      HA_WATCHDOG: 'off',
      HA_BACKUP_REPOSITORY: this.#repository,
      HA_BACKUP_PASSPHRASE: 'only-a-test',
    };
    const file = join(host.folder, 'cluster.env');
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    );
    execFileSync('bash', [join(checkout, 'deploy/ha/render.sh'), file, host.name, folder]);
    for (const name of ['lock', 'log', 'spool']) mkdirSync(join(host.folder, 'pgbackrest', name), { recursive: true });
    mkdirSync(join(host.folder, 'etcd'), { mode: 0o700 });
    execFileSync('chown', ['-R', 'postgres:', host.folder]);
  }

  #start(host: Host, program: Program): void {
    const key = `${program} ${host.name}`;
    if (this.#runs(key)) return;
    const folder = this.#configuration(host);
    const asPostgres = ['runuser', '-u', 'postgres', '--'];
    const words: Readonly<Record<Program, readonly string[]>> = {
      etcd: [...asPostgres, 'etcd'],
      patroni: [...asPostgres, '/opt/patroni/bin/patroni', join(folder, 'patroni.yml')],
      haproxy: ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')],
    };
    const settings = {
      ...(program === 'etcd' ? readEnvironment(join(folder, 'etcd')) : {}),
      ETCD_DATA_DIR: join(host.folder, 'etcd'),
      LC_ALL: 'C.UTF-8',
      ...backRestSettings(host, folder),
    };
    this.#keep(key, startProgram(host, words[program], { logFile: join(host.folder, `${program}.log`), settings }));
  }

  /** The HAProxy that clients connect to: the same configuration, on this machine. */
  #startFrontDoor(): void {
    const [host] = this.hosts;
    if (host === undefined) throw new Error('there is no host');
    const folder = join(this.#folder, 'front-door');
    cpSync(this.#configuration(host), folder, { recursive: true });
    const file = join(folder, 'haproxy.cfg');
    const text = readFileSync(file, 'utf8')
      .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${this.databasePort}`)
      .replace('bind *:4400', `bind 127.0.0.1:${this.apiPort}`);
    writeFileSync(file, text);
    const logFile = join(this.#folder, 'front-door.log');
    this.#keep('front door', startProgram(null, ['haproxy', '-db', '-f', file], { logFile, settings: {} }));
  }

  /** From the hosts' loopback addresses to this machine's. */
  #startForwarding(host: Host | null): void {
    const key = `operators ${host?.name ?? ''}`;
    if (this.#runs(key)) return;
    const [from, to] = host === null ? [network.gateway, '127.0.0.1'] : ['127.0.0.1', network.gateway];
    const sections = this.#operatorPorts.map(
      (port) => `listen operator_${port}\n  bind ${from}:${port}\n  server machine ${to}:${port}\n`,
    );
    const defaults = 'defaults\n  mode tcp\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n';
    const folder = host?.folder ?? this.#folder;
    const file = join(folder, 'operators.cfg');
    writeFileSync(file, defaults + sections.join(''));
    const logFile = join(folder, 'operators.log');
    this.#keep(key, startProgram(host, ['haproxy', '-db', '-f', file], { logFile, settings: {} }));
  }

  #runs(key: string): boolean {
    const child = this.#running.get(key);
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  #keep(key: string, child: ChildProcess): void {
    this.#running.set(key, child);
    child.on('error', (error) => console.error(`${key}: ${error.message}`));
  }

  async #createDatabase(): Promise<void> {
    const host = await this.hostWithRole('leader');
    const folder = this.#configuration(host);
    const client = await this.connect('postgres');
    await client.end();
    const psql = [join(binFolder(), 'psql'), '-v', 'ON_ERROR_STOP=1', '-h', host.folder, '-d', 'postgres'];
    const asPostgres = (words: readonly string[]) =>
      promisify(execFile)('runuser', ['-u', 'postgres', '--', ...words], {
        cwd: '/',
        env: { ...process.env, ...backRestSettings(host, folder) },
      });
    await asPostgres([...psql, '-f', join(folder, 'database.sql')]);
    await asPostgres(['pgbackrest', '--stanza=nsimbi', 'stanza-create']);
  }
}

function binFolder(): string {
  const found = execFileSync('bash', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | head -n 1'], {
    encoding: 'utf8',
  });
  return found.trim();
}

/** The ids of a host's etcd member, and of the member that it takes for the leader. */
async function etcdStatus(host: Host): Promise<{ readonly member: string; readonly leader: string }> {
  const { header, leader } = (await askEtcd(host, 'status', {})) as { header: { member_id: string }; leader: string };
  return { member: header.member_id, leader };
}

async function askEtcd(host: Host, what: 'status' | 'transfer-leadership', body: object): Promise<unknown> {
  const url = `http://${host.address}:2379/v3/maintenance/${what}`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`etcd of ${host.name} answered ${what} with ${response.status}`);
  return await response.json();
}

/** Where pgBackRest of a host finds its configuration and keeps its files. PostgreSQL gets them from Patroni. */
function backRestSettings(host: Host, folder: string): Record<string, string> {
  return {
    PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
    PGBACKREST_LOCK_PATH: join(host.folder, 'pgbackrest/lock'),
    PGBACKREST_LOG_PATH: join(host.folder, 'pgbackrest/log'),
    PGBACKREST_SPOOL_PATH: join(host.folder, 'pgbackrest/spool'),
  };
}

/** The variables of a file with a line NAME=value for each. */
function readEnvironment(file: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) settings[name] = value;
  }
  return settings;
}

function commandLine(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

/** PostgreSQL's processes give themselves a title; Patroni is a script, and what starts a program as another user names it too. */
function isProcessOf(program: 'etcd' | 'patroni' | 'postgres', [first = '', second = '']: readonly string[]): boolean {
  if (program === 'postgres') return first.startsWith('postgres: ') || first.endsWith('/postgres');
  return first === program || second.endsWith(`/${program}`);
}
