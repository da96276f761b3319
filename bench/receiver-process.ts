import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Asked, Told } from './webhook-receiver.ts';

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

  async ask(asked: Asked): Promise<Told> {
    const answer = once(this.#child, 'message');
    this.#child.send(asked);
    const [told]: Told[] = (await answer) as Told[];
    if (told === undefined) throw new Error('the receiver told nothing');
    return told;
  }

  end(): void {
    this.#child.disconnect();
  }
}
