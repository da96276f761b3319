import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const retryMs = 100;

/**
 * Where a log goes, written beside all other work. Lines that cannot be written, because the disk is full or the terminal
 * was closed, are dropped: no payment and no stop waits for a log. Later lines are written again as soon as that is
 * possible. (pino's own destination keeps what failed, and tries it for ever when the process ends.)
 */
export class LogOutput implements DestinationStream {
  readonly #fileDescriptor: number;
  /** What was logged since the last write began. */
  #waiting = '';
  #isWriting = false;

  constructor(fileDescriptor: number) {
    this.#fileDescriptor = fileDescriptor;
    process.once('exit', () => this.#writeAtExit());
  }

  write(lines: string): void {
    this.#waiting += lines;
    if (!this.#isWriting) this.#writeWaiting();
  }

  #writeWaiting(): void {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#isWriting = true;
    this.#writeBytes(bytes);
  }

  #writeBytes(bytes: Buffer): void {
    write(this.#fileDescriptor, bytes, (error, written) => {
      // A pipe whose reader is slow: that is no reason to lose anything.
      if (error?.code === 'EAGAIN') setTimeout(() => this.#writeBytes(bytes), retryMs);
      else if (error === null && written < bytes.length) this.#writeBytes(bytes.subarray(written));
      else if (this.#waiting !== '') this.#writeWaiting();
      else this.#isWriting = false;
    });
  }

  #writeAtExit(): void {
    try {
      writeSync(this.#fileDescriptor, this.#waiting);
    } catch {
      // As above; and nothing can be tried again.
    }
  }
}
