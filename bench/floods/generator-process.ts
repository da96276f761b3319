import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Orders } from './generator.ts';

/** A generator of load in a process of its own, on a core of its own. */
export class GeneratorProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, 'exit').then(() => {
      throw new Error('a generator of load has ended');
    });
    this.#ended.catch(() => undefined);
  }

  /** @param options.niceness 0 to 19; of two processes on one core the one with the higher value gets less of it. */
  static async start(options: {
    readonly taskset: string;
    readonly core: number;
    readonly niceness: number;
  }): Promise<GeneratorProcess> {
    const { taskset, core, niceness } = options;
    const child = fork(join(import.meta.dirname, 'generator.ts'), {
      execPath: taskset,
      execArgv: ['--cpu-list', String(core), 'nice', '-n', String(niceness), process.execPath],
    });
    const generator = new GeneratorProcess(child);
    await Promise.race([once(child, 'message'), generator.#ended]);
    return generator;
  }

  async order<Name extends keyof Orders>(name: Name, order: Orders[Name]['order']): Promise<Orders[Name]['reply']> {
    const replied = once(this.#child, 'message');
    this.#child.send({ name, order });
    const [reply] = await Promise.race([replied, this.#ended]);
    return reply;
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
