import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { uniform } from '../../packages/operator-stand-ins/src/faults/uniform.ts';
import { createApiKey } from '../../src/access/api-keys.ts';
import { serviceActor } from '../../src/access/audit-log.ts';
import { newPassword, putPerson } from '../../src/access/people/credentials.ts';
import { giveClientRole } from '../../src/access/people/memberships.ts';
import { permissions } from '../../src/access/principal.ts';
import { setApprovalThreshold } from '../../src/access/wallet-settings.ts';
import { loadConfig } from '../../src/config.ts';
import { ugx } from '../../src/money/ugx.ts';
import { recordPerson } from '../dashboard/person.ts';
import { enableLiveMode } from '../database.ts';
import { type CuttingProxy, startCuttingProxy } from '../faults/cutting-proxy.ts';
import type { Books } from '../faults/soak/agreement.ts';
import { switchFaultsOff, switchFaultsOn } from '../faults/soak/fault-plan.ts';
import { atPort } from '../postgres-server.ts';
import { freePort } from '../service/free-port.ts';
import { createLiveClients } from '../service/live-clients.ts';
import { checkout } from '../service/nsimbi-command.ts';
import { quickSettings, quickStandIn } from '../service/quick-operators.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { StandInProcess } from '../service/stand-in-process.ts';
import { waitUntil } from '../service/wait-until.ts';
import { CallbackRelay } from './callback-relay.ts';
import { approvalThreshold } from './plan.ts';
import { Servers } from './servers.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** What every client holds at first, in shillings. */
export const opening = 1_000_000_000;

/** A client of the campaign, with the key that its program uses now. */
export interface CampaignClient {
  readonly clientId: number;
  readonly walletId: number;
  readonly phone: string;
  apiKey: string;
}

/** What a campaign must remember to go on in another sitting. */
export interface SavedSurroundings {
  readonly ports: {
    readonly services: readonly number[];
    readonly database: number;
    readonly callbacks: number;
    readonly mtn: number;
    readonly airtel: number;
    readonly receiver: number;
  };
  readonly clients: CampaignClient[];
  readonly people: Readonly<Record<PersonName, { readonly email: string; readonly password: string }>>;
  /** Which of the servers is the primary. */
  serverNumber: number;
  /** Processes that a sitting which is cut off leaves behind. */
  services: readonly number[];
  standIns: readonly number[];
}

export type PersonName = 'owner' | 'administrator' | 'second';

/** What the surroundings must be able to do for the faults that were chosen. */
export interface Abilities {
  readonly withClock: boolean;
  readonly withStandby: boolean;
  /** Whether the database is on a small disk of its own. */
  readonly withDisk: boolean;
}

const quick = {
  ...quickSettings,
  NSIMBI_APPROVAL_EXPIRY: '30s',
  NSIMBI_TRUTH_DEADLINE: '30s',
  NSIMBI_CLIENT_LIVE_KEYS: '10000',
  // Its people are programs, which sign in with a password.
  NSIMBI_REQUIRE_TWO_FACTOR: 'off',
  NSIMBI_WEBHOOK_RETRY_DELAYS: '1s,2s,4s,8s,30s',
  NSIMBI_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  // What retention removes is not missed; clocks go a year ahead.
  NSIMBI_WEBHOOK_RETENTION: '3650d',
  NSIMBI_OPERATOR_LOG_RETENTION: '0d',
  NSIMBI_REQUEST_LOG_RETENTION: '0d',
};

/** PostgreSQL, both operators, the service's processes and what is between them: each a process or socket of its own. */
export class Surroundings {
  readonly saved: SavedSurroundings;
  readonly servers: Servers;
  readonly proxy: CuttingProxy;
  readonly relay: CallbackRelay;
  readonly receiver: WebhookReceiver;
  readonly operators: { readonly mtn: StandInProcess; readonly airtel: StandInProcess };
  /** For commands and services. */
  readonly settings: Record<string, string>;
  readonly #folder: string;
  readonly #services: (ServiceProcess | null)[] = [];
  readonly #disk: string | null;

  private constructor(
    parts: Pick<Surroundings, 'saved' | 'servers' | 'proxy' | 'relay' | 'receiver' | 'operators' | 'settings'> & {
      folder: string;
      disk: string | null;
    },
  ) {
    this.saved = parts.saved;
    this.servers = parts.servers;
    this.proxy = parts.proxy;
    this.relay = parts.relay;
    this.receiver = parts.receiver;
    this.operators = parts.operators;
    this.settings = parts.settings;
    this.#folder = parts.folder;
    this.#disk = parts.disk;
  }

  /** Starts everything in `folder`: a new campaign, or one that was paused there. */
  static async open(
    folder: string,
    options: Abilities & { readonly seed: number; readonly processes: number; readonly clients: number },
  ): Promise<Surroundings> {
    const closers: (() => unknown)[] = [];
    try {
      return await Surroundings.#open(folder, options, closers);
    } catch (error) {
      for (const close of closers.reverse()) await close();
      throw error;
    }
  }

  static async #open(
    folder: string,
    options: Abilities & { readonly seed: number; readonly processes: number; readonly clients: number },
    closers: (() => unknown)[],
  ): Promise<Surroundings> {
    const stateFile = join(folder, 'surroundings.json');
    const before: SavedSurroundings | null = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : null;
    if (before !== null) await endWhatWasLeft(folder, before);
    const ports = before?.ports ?? (await choosePorts(options.processes));
    const baseUrls = ports.services.map((port) => `http://127.0.0.1:${port}`);
    const disk = options.withDisk ? mountDisk(folder) : null;
    if (disk !== null) {
      closers.push(() => spawnSync('umount', [disk]));
      rmSync(ballastOn(disk), { force: true });
    }
    const { withClock, withStandby } = options;
    const number = before?.serverNumber ?? 1;
    const servers = await Servers.open(disk ?? join(folder, 'servers'), { withClock, withStandby, number });
    closers.push(() => servers.stop());
    const proxy = await startCuttingProxy(() => servers.socket, ports.database);
    closers.push(() => proxy.close());
    let drawn = 0;
    const relay = await CallbackRelay.open(ports.callbacks, baseUrls, () => uniform(options.seed, 'callback', drawn++));
    const receiver = await WebhookReceiver.open(folder, ports.receiver);
    closers.push(
      () => relay.close(),
      () => receiver.close(),
    );
    const mtn = await StandInProcess.start(
      'mtn',
      { ...quickStandIn, port: ports.mtn, callbackHost: '127.0.0.1' },
      true,
    );
    closers.push(() => mtn.end());
    const airtel = await StandInProcess.start(
      'airtel',
      {
        ...quickStandIn,
        port: ports.airtel,
        callbackUrl: `${relay.url}/callbacks/airtel`,
        // A refund that is asked for twice is paid twice, so that it shows.
        repeatedRefund: 'pays_again',
      },
      true,
    );
    closers.push(() => airtel.end());
    const throughProxy = (url: string) => atPort({ connectionString: url }, proxy.port).connectionString;
    const settings = {
      ...quick,
      ...mtn.settings,
      ...airtel.settings,
      NSIMBI_PUBLIC_URL: relay.url,
      NSIMBI_DATA_DIR: join(folder, 'data'),
      NODE_EXTRA_CA_CERTS: receiver.certificateFile,
      // The primary changes; each has the same logins.
      DATABASE_URL: throughProxy(servers.primary.settings.DATABASE_URL),
      NSIMBI_OWNER_DATABASE_URL: throughProxy(servers.primary.settings.NSIMBI_OWNER_DATABASE_URL),
    };
    const saved: SavedSurroundings = before ?? {
      ports,
      clients: [],
      people: {
        owner: { email: 'owner@example.ug', password: newPassword() },
        administrator: { email: 'administrator@example.ug', password: newPassword() },
        second: { email: 'second@example.ug', password: newPassword() },
      },
      serverNumber: number,
      services: [],
      standIns: [],
    };
    const surroundings = new Surroundings({
      ...{ folder, disk, saved, servers, proxy, relay, receiver },
      ...{ operators: { mtn, airtel }, settings },
    });
    closers.push(() => surroundings.#endServices());
    if (saved.clients.length > 0) await surroundings.#restoreBooks();
    for (let process = 0; process < ports.services.length; process += 1) await surroundings.startService(process);
    if (saved.clients.length === 0) await surroundings.#createClients(options.clients);
    surroundings.save();
    return surroundings;
  }

  get processes(): number {
    return this.saved.ports.services.length;
  }

  baseUrl(process: number): string {
    return `http://127.0.0.1:${this.saved.ports.services[process]}`;
  }

  service(process: number): ServiceProcess | null {
    return this.#services[process] ?? null;
  }

  /**
   * Starts a process of the service where none runs, and waits until it is ready. As a supervisor does, it tries again where a
   * start fails: the database may be busy with its recovery.
   * @throws after five minutes.
   */
  async startService(process: number): Promise<void> {
    const port = this.saved.ports.services[process];
    if (port === undefined) throw new Error(`there is no process ${process}`);
    const logFile = join(this.#folder, `service-${process}.log`);
    const endMs = Date.now() + 300_000;
    for (;;) {
      try {
        this.#services[process] = await startService({ port, logFile, settings: this.settings, hasOwnGroup: true });
        this.save();
        return;
      } catch (error) {
        if (Date.now() > endMs) throw error;
      }
    }
  }

  async endService(process: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const service = this.service(process);
    this.#services[process] = null;
    await service?.end(signal);
  }

  /** The disk that can be filled; null where the database has none of its own. */
  get disk(): string | null {
    return this.#disk;
  }

  async books(): Promise<Books> {
    return { MTN: await this.operators.mtn.books(), Airtel: await this.operators.airtel.books() };
  }

  async operatorFaultsOn(seed: number): Promise<void> {
    for (const operator of Object.values(this.operators)) await switchFaultsOn(operator, seed);
  }

  /** @returns how often each fault happened since the operators were started. */
  async operatorFaultsOff(): Promise<Readonly<Record<string, number>>> {
    const happened: Record<string, number> = {};
    for (const operator of Object.values(this.operators)) {
      for (const [fault, times] of Object.entries(await switchFaultsOff(operator))) {
        happened[fault] = (happened[fault] ?? 0) + times;
      }
    }
    return happened;
  }

  /** Makes a key with which no rate limit interferes, of the client's owner. */
  async createKey({ clientId }: CampaignClient): Promise<string> {
    const limits = ['send_money', 'withdrawal', 'collect', 'balance', 'webhooks'];
    const pool = this.#openPool();
    try {
      const key = await createApiKey(pool, {
        clientId,
        mode: 'live',
        name: 'Campaign',
        permissions,
        expiresAtMs: null,
        allowedIps: [],
        signingKeys: [],
        rateLimits: Object.fromEntries(limits.map((name) => [name, 1_000_000_000])),
        budget: null,
        actor: serviceActor(this.saved.people.owner.email),
        quotas: loadConfig(this.settings),
      });
      return key.apiKey;
    } finally {
      await pool.end();
    }
  }

  /** A pool of one connection, in which the server may end the session: what is being asked then fails, and no error is left over. */
  #openPool(): pg.Pool {
    const pool = new pg.Pool({ connectionString: this.servers.url, options: '-c search_path=nsimbi', max: 1 });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  /** Writes down what another sitting needs. */
  save(): void {
    this.saved.serverNumber = this.servers.number;
    this.saved.services = this.#services.flatMap((service) => service?.pid ?? []);
    this.saved.standIns = [this.operators.mtn.pid, this.operators.airtel.pid];
    const file = join(this.#folder, 'surroundings.json');
    writeFileSync(`${file}.new`, JSON.stringify(this.saved, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /** Stops everything, so that another sitting can resume it. What the operators had planned is forgotten. */
  async close(): Promise<void> {
    await this.#endServices();
    writeFileSync(booksFile(this.#folder), JSON.stringify(await this.books()));
    this.save();
    await Promise.all([this.operators.mtn.end(), this.operators.airtel.end()]);
    this.relay.close();
    this.receiver.close();
    await this.proxy.close();
    await this.servers.stop();
    if (this.#disk !== null) spawnSync('umount', [this.#disk]);
  }

  async #endServices(): Promise<void> {
    for (let process = 0; process < this.processes; process += 1) await this.endService(process, 'SIGTERM');
  }

  async #restoreBooks(): Promise<void> {
    const file = booksFile(this.#folder);
    if (!existsSync(file)) throw new Error(`the books of the operators are not in ${file}: this campaign was cut off`);
    const books: Books = JSON.parse(readFileSync(file, 'utf8'));
    for (const [operator, payments] of [
      [this.operators.mtn, books.MTN],
      [this.operators.airtel, books.Airtel],
    ] as const) {
      // A stand-in reads a megabyte at most.
      for (let first = 0; first < payments.length; first += 300) {
        await operator.admin('PUT', '/_books', { payments: payments.slice(first, first + 300) });
      }
    }
  }

  async #createClients(count: number): Promise<void> {
    const clients = await createLiveClients(count, opening, this.settings);
    const pool = this.#openPool();
    try {
      const { rows } = await pool.query<{ wallet_id: string; client_id: string }>(
        "SELECT wallet_id, client_id FROM wallet WHERE mode = 'live' AND client_id IS NOT NULL",
      );
      const wallets = new Map(rows.map((row) => [Number(row.client_id), Number(row.wallet_id)]));
      for (const { clientId, phone, apiKey } of clients) {
        this.saved.clients.push({ clientId, phone, apiKey, walletId: wallets.get(clientId) ?? 0 });
      }
      const { owner, administrator, second } = this.saved.people;
      const ownerId = await putPerson(pool, { ...owner, name: 'Owner', platformRole: null });
      for (const person of [administrator, second]) {
        await putPerson(pool, { ...person, name: 'Administrator', platformRole: 'platform_administrator' });
      }
      for (const { clientId } of clients) {
        await giveClientRole(pool, { personId: ownerId, clientId, role: 'client_owner', actor: 'campaign' });
      }
      const owned = clients.map(({ clientId }) => [clientId, 'client_owner'] as const);
      await recordPerson(pool, owner.email, null, owned);
      for (const { email } of [administrator, second]) await recordPerson(pool, email, 'platform_administrator', []);
      // From here on two people are needed, as with real money.
      await enableLiveMode({ owner: pool });
      for (const { clientId } of clients) {
        const actor = serviceActor('campaign');
        await setApprovalThreshold(pool, { clientId, mode: 'live', threshold: ugx(approvalThreshold), actor });
      }
    } finally {
      await pool.end();
    }
    for (const [index, { apiKey }] of this.saved.clients.slice(0, 3).entries()) {
      await this.#createWebhook(apiKey, { ordered: index === 0 });
    }
  }

  async #createWebhook(apiKey: string, { ordered }: { readonly ordered: boolean }): Promise<void> {
    const events = [
      'transaction.created',
      'transaction.completed',
      'transaction.failed',
      'wallet.credited',
      'wallet.debited',
    ];
    const response = await fetch(`${this.baseUrl(0)}/api/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: this.receiver.url, events, ordered }),
    });
    if (!response.ok) throw new Error(`a webhook was refused: ${response.status} ${await response.text()}`);
  }
}

/** Where the books of the operators are kept between two sittings. */
function booksFile(folder: string): string {
  return join(folder, 'operator-books.json');
}

/** After a sitting that was killed: ends all that it left, and keeps the operators' books, which are in their memory. */
async function endWhatWasLeft(folder: string, { ports, services, standIns }: SavedSurroundings): Promise<void> {
  await endProcesses(services);
  const [MTN, Airtel] = [await booksAt(ports.mtn), await booksAt(ports.airtel)];
  if (MTN !== null && Airtel !== null) writeFileSync(booksFile(folder), JSON.stringify({ MTN, Airtel }));
  await endProcesses(standIns);
}

async function booksAt(port: number): Promise<readonly object[] | null> {
  const response = await fetch(`http://127.0.0.1:${port}/_books`).catch(() => null);
  if (response?.ok !== true) return null;
  const { payments } = (await response.json()) as { payments: readonly object[] };
  return payments;
}

async function endProcesses(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    if (isOurs(pid)) process.kill(pid, 'SIGKILL');
    await waitUntil(`process ${pid} is gone`, () => !isOurs(pid));
  }
}

/** Whether a number still belongs to a program of this checkout, and not to another one since. */
function isOurs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(checkout);
  } catch {
    return false;
  }
}

async function choosePorts(processes: number): Promise<SavedSurroundings['ports']> {
  const services: number[] = [];
  for (let process = 0; process < processes; process += 1) services.push(await freePort());
  return {
    services,
    database: await freePort(),
    callbacks: await freePort(),
    mtn: await freePort(),
    airtel: await freePort(),
    receiver: await freePort(),
  };
}

/** The file that takes the room of a disk while it is full. */
export function ballastOn(disk: string): string {
  return join(disk, 'ballast');
}

/** A sparse file with a file system in it, of which room can be taken and given back in an instant. */
const diskBytes = 24 * 2 ** 30;

/** Whether this user may have a disk of its own. */
export function canMountDisk(folder: string): boolean {
  const disk = mountDisk(folder);
  if (disk === null) return false;
  spawnSync('umount', [disk]);
  return true;
}

function mountDisk(folder: string): string | null {
  const image = join(folder, 'disk.img');
  const disk = join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  // The sitting before may have been cut off.
  if (spawnSync('mountpoint', ['-q', disk]).status === 0) return disk;
  if (!existsSync(image)) {
    writeFileSync(image, '');
    truncateSync(image, diskBytes);
    if (spawnSync('mkfs.ext4', ['-q', '-F', '-m', '0', image]).status !== 0) {
      rmSync(image);
      return null;
    }
  }
  return spawnSync('mount', ['-o', 'loop', image, disk]).status === 0 ? disk : null;
}
