import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkout, childEnvironment } from './nsimbi-command.ts';

/** What packages/operator-stand-ins/README.md shows of a payment in an operator's books, as far as is looked at from outside. */
export interface BookedPayment {
  readonly reference: string;
  readonly kind: string;
  readonly direction: 'in' | 'out';
  /** In shillings. */
  readonly amount: number;
  readonly phone: string;
  readonly ordinal: number;
  readonly createdAtMs: number;
  readonly state: string;
  readonly paid: boolean;
  /** The operator's own id, from when money moved first; what has one and is not paid was taken back. */
  readonly operatorId: string | null;
  readonly calls: number;
  readonly callbacks: readonly { readonly atMs: number }[];
}

/** An operator that is played, in a process of its own. */
export class StandInProcess {
  /** With which a service calls it in live mode. */
  readonly settings: Record<string, string>;
  readonly #baseUrl: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, baseUrl: string, settings: Record<string, string>) {
    this.#child = child;
    this.#baseUrl = baseUrl;
    this.settings = settings;
  }

  /**
   * @param options settings of the stand-in, as its page has them.
   * @param hasOwnGroup whether Ctrl-C, which every process of the terminal's group gets, does not reach it.
   */
  static async start(
    operator: 'mtn' | 'airtel',
    options: Readonly<Record<string, unknown>>,
    hasOwnGroup = false,
  ): Promise<StandInProcess> {
    const words = Object.entries(options).flatMap(([name, value]) => ['--set', `${name}=${JSON.stringify(value)}`]);
    const main = join(checkout, 'packages/operator-stand-ins/src', operator, 'main.ts');
    const child = spawn(process.execPath, [main, ...words], {
      cwd: checkout,
      env: childEnvironment({}),
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: hasOwnGroup,
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    const { baseUrl, settings }: { baseUrl: string; settings: Record<string, string> } = JSON.parse(String(line));
    return new StandInProcess(child, baseUrl, settings);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Calls one of the paths by which a test looks in and steers. @throws when it is not answered 200. */
  async admin<Answer>(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.#baseUrl + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  async books(): Promise<readonly BookedPayment[]> {
    return (await this.admin<{ payments: BookedPayment[] }>('GET', '/_books')).payments;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await gone;
  }
}
