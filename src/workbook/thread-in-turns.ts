import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What a thread may use for one piece of work. */
export interface ThreadLimits {
  readonly heapMb: number;
  /** Milliseconds after which it is ended. */
  readonly timeMs: number;
}

/** Does pieces of work one at a time, each in a thread of its own with limits, so that payments do not wait for them. */
export class ThreadInTurns<Data, Answer> {
  readonly #file: URL;
  readonly #limits: ThreadLimits;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param base the file beside which the thread's file is, by `import.meta.url`.
   * @param name of the thread's file, without its ending: TypeScript in the repository, JavaScript in the package.
   */
  constructor(base: string, name: string, limits: ThreadLimits) {
    this.#file = new URL(`./${name}${extname(base)}`, base);
    this.#limits = limits;
  }

  /**
   * What the thread posts as its first message.
   * @throws ThreadEnded when it ends before, for want of memory or time too; what the thread throws.
   */
  run(data: Data): Promise<Answer> {
    const turn = this.#last.then(() => this.#run(data));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #run(data: Data): Promise<Answer> {
    const { heapMb, timeMs } = this.#limits;
    const thread = new Worker(this.#file, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const timer = setTimeout(() => void thread.terminate(), timeMs);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        thread.once('message', resolve);
        thread.once('error', (error: NodeJS.ErrnoException) =>
          reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadEnded(error) : error),
        );
        thread.once('exit', () => reject(new ThreadEnded()));
      });
    } finally {
      clearTimeout(timer);
      await thread.terminate();
    }
  }
}

/** A thread ended without an answer: it reached a limit. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';

  constructor(cause?: unknown) {
    super('a thread ended without an answer', { cause });
  }
}
