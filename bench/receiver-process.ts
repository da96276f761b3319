import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Asked, ReceiverReport } from './webhook-receiver.ts';

/** The receiver of deliveries, in a process of its own as a business's would be. */
export class ReceiverProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(): Promise<ReceiverProcess> {
    const child = fork(join(import.meta.dirname, 'webhook-receiver.ts'));
    await once(child, 'message');
    return new ReceiverProcess(child);
  }

  async ask(asked: Asked): Promise<ReceiverReport> {
    const answer = once(this.#child, 'message');
    this.#child.send(asked);
    const [report]: ReceiverReport[] = (await answer) as ReceiverReport[];
    if (report === undefined) throw new Error('the receiver reported nothing');
    return report;
  }

  end(): void {
    this.#child.disconnect();
  }
}
