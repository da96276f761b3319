import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transactionIdOf } from '../faults/books.ts';
import { type Payment, PaymentLoad } from '../faults/payment-load.ts';
import type { Books } from '../faults/soak/agreement.ts';
import { createFolder } from '../faults/world.ts';
import { createLiveClients, type LiveClient } from '../service/live-clients.ts';
import { runNsimbi } from '../service/nsimbi-command.ts';
import { quickSettings, quickStandIn } from '../service/quick-operators.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { StandInProcess } from '../service/stand-in-process.ts';
import { Cluster } from './cluster.ts';
import { type Host, onHost } from './hosts.ts';

/** What every client holds at first, in shillings. */
export const opening = 1_000_000_000;

/** HAProxy sends requests to this port of a host. Processes at the other one work only. */
export const apiPort = 4500;
const workPort = 4501;

interface Service {
  readonly name: string;
  readonly host: Host;
  readonly port: number;
  process: ServiceProcess | null;
}

/** The cluster, two processes of the service that answer clients and two that work, both operators, and clients that pay with live money. */
export class FailoverWorld {
  readonly cluster: Cluster;
  readonly operators: { readonly mtn: StandInProcess; readonly airtel: StandInProcess };
  readonly load: PaymentLoad;
  readonly clients: readonly LiveClient[];
  /** For commands on this machine. */
  readonly settings: Record<string, string>;
  readonly #folder: string;
  readonly #services: readonly Service[];

  private constructor(parts: {
    cluster: Cluster;
    operators: FailoverWorld['operators'];
    clients: readonly LiveClient[];
    settings: Record<string, string>;
    folder: string;
    services: readonly Service[];
  }) {
    this.cluster = parts.cluster;
    this.operators = parts.operators;
    this.clients = parts.clients;
    this.settings = parts.settings;
    this.#folder = parts.folder;
    this.#services = parts.services;
    this.load = new PaymentLoad(
      `http://127.0.0.1:${parts.cluster.apiPort}`,
      parts.clients,
      'inside_and_outside',
      'failover',
    );
  }

  static async create(): Promise<FailoverWorld> {
    const folder = createFolder();
    const cluster = await Cluster.create(folder);
    const baseUrl = `http://127.0.0.1:${cluster.apiPort}`;
    const mtn = await StandInProcess.start('mtn', { ...quickStandIn, callbackHost: '127.0.0.1' });
    const airtel = await StandInProcess.start('airtel', {
      ...quickStandIn,
      callbackUrl: `${baseUrl}/callbacks/airtel`,
    });
    cluster.forward([mtn, airtel].map(portOf));
    const settings = {
      ...quickSettings,
      ...mtn.settings,
      ...airtel.settings,
      NSIMBI_PUBLIC_URL: baseUrl,
      NSIMBI_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      NSIMBI_DATA_DIR: join(folder, 'commands'),
      ...cluster.commandSettings,
    };
    await runNsimbi(['migrate'], settings);
    const [first, second, third] = cluster.hosts;
    const services = [
      { name: 'api-1', host: first, port: apiPort, process: null },
      { name: 'api-2', host: second, port: apiPort, process: null },
      { name: 'work-1', host: second, port: workPort, process: null },
      { name: 'work-2', host: third, port: workPort, process: null },
    ];
    const clients = await createLiveClients(3, opening, settings);
    const world = new FailoverWorld({ cluster, operators: { mtn, airtel }, clients, settings, folder, services });
    await world.startServices();
    return world;
  }

  async books(): Promise<Books> {
    return { MTN: await this.operators.mtn.books(), Airtel: await this.operators.airtel.books() };
  }

  /** Starts those processes that do not run, one after the other. As a supervisor does, it tries again for five minutes. */
  async startServices(): Promise<void> {
    for (const service of this.#services) {
      const endMs = Date.now() + 300_000;
      while (service.process === null || hasEnded(service.process)) {
        try {
          service.process = await this.#start(service);
        } catch (error) {
          if (Date.now() > endMs) throw error;
        }
      }
    }
  }

  /** kill -9 of one process. */
  async killService(name: string): Promise<void> {
    const service = this.#services.find((one) => one.name === name);
    await service?.process?.end('SIGKILL');
  }

  /** Whether a process of the service that answers clients runs on the host. */
  answersClients(host: Host): boolean {
    return this.#services.some((service) => service.host === host && service.port === apiPort);
  }

  /**
   * Sends a payment of the load from the host itself to the process there, past HAProxy.
   * @returns the status, or null without a response within eight seconds.
   */
  async payOn(host: Host): Promise<number | null> {
    const payment = this.load.draw();
    const { stdout } = await promisify(execFile)('ip', [
      ...onHost(host).slice(1),
      ...['curl', '--silent', '--max-time', '8', '--output', '/dev/null', '--write-out', '%{http_code}'],
      ...['--header', `Authorization: Bearer ${payment.client.apiKey}`, '--header', 'Content-Type: application/json'],
      ...['--header', `Idempotency-Key: ${payment.key}`, '--data', payment.body],
      `http://${host.address}:${apiPort}${payment.path}`,
    ]).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '000' }));
    return stdout === '000' ? null : Number(stdout);
  }

  /**
   * Compares what clients were answered with the ledger.
   * @param payments those of which `acknowledged` says what was answered while the fault lasted.
   * @returns how many of these answers are not in the ledger, and how many transactions of the whole load nobody asked for.
   */
  async compareAnswers(acknowledged: readonly Payment[]): Promise<{ lost: number; duplicated: number }> {
    const client = await this.cluster.connect();
    try {
      const { rows } = await client.query<{ id: string }>(
        `SELECT transaction_id AS id FROM nsimbi.transaction
          WHERE mode = 'live' AND type IN ('payment_sent', 'withdrawal', 'collection')`,
      );
      const inLedger = new Set(rows.map(({ id }) => Number(id)));
      const idOf = ({ answer }: Payment) => (answer === null ? null : transactionIdOf(answer));
      const answered = new Set(this.load.payments.map(idOf));
      const given = acknowledged.map(idOf);
      return {
        lost: given.filter((id) => id === null || !inLedger.has(id)).length,
        duplicated: [...inLedger].filter((id) => !answered.has(id)).length + given.length - new Set(given).size,
      };
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    await this.load.stop();
    await this.load.close();
    this.cluster.remove();
    await Promise.all([this.operators.mtn.end(), this.operators.airtel.end()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start({ name, host, port }: Service): Promise<ServiceProcess> {
    const settings = {
      ...this.settings,
      ...this.cluster.settingsOf(host),
      NSIMBI_DATA_DIR: join(this.#folder, name),
      NSIMBI_OWNER_DATABASE_URL: '',
      // In front of HAProxy on this machine.
      NSIMBI_TRUST_PROXY: '10.213.77.1',
      // Two processes run on one of the hosts.
      NSIMBI_METRICS_PORT: '',
    };
    const logFile = join(this.#folder, `${name}.log`);
    return await startService({
      ...{ port, logFile, settings, address: host.address, launcher: onHost(host), hasOwnGroup: true },
      readyWithinMs: 300_000,
    });
  }
}

/** Whether a process is gone, by a fault of its host. */
function hasEnded({ pid }: ServiceProcess): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** The port of an operator that is played on this machine. */
function portOf(operator: StandInProcess): number {
  const url = Object.entries(operator.settings).find(([name]) => name.endsWith('_BASE_URL'))?.[1] ?? '';
  return Number(new URL(url).port);
}
