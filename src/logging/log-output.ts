import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const retryMs = 100;

/** Bytes that wait for a slow reader; more are dropped, because memory that grows would end the service. */
export const waitingBytesMax = 8 * 1024 * 1024;

/** pino's number of the level "warn". */
const warn = 40;

const newline = '\n'.charCodeAt(0);

/**
 * Where a log goes, written beside all other work. Lines that cannot be written, because the disk is full or the terminal
 * was closed, are dropped: no payment and no stop waits for a log. So are lines beyond those that may wait for a slow
 * reader. Later lines are written again as soon as that is possible, after one that says how many were dropped. (pino's own
 * destination keeps what failed, and tries it for ever when the process ends.)
 */
export class LogOutput implements DestinationStream {
  readonly #fileDescriptor: number;
  /** What was logged since the last write began. */
  #waiting = '';
  /** The bytes of what waits and of what is being written. */
  #bytes = 0;
  #isWriting = false;
  /** Lines are dropped until the write under way has ended, so that they are missing in one place. */
  #isFull = false;
  #dropped = 0;
  /** Dropped lines that the log itself has reported. */
  #reported = 0;

  constructor(fileDescriptor: number) {
    this.#fileDescriptor = fileDescriptor;
    process.once('exit', () => this.#writeAtExit());
  }

  /** How many lines were dropped since the start. */
  get droppedLines(): number {
    return this.#dropped;
  }

  write(lines: string): void {
    const bytes = Buffer.byteLength(lines);
    this.#isFull ||= this.#bytes + bytes > waitingBytesMax;
    if (this.#isFull) {
      this.#dropped += countLines(Buffer.from(lines));
      return;
    }
    this.#bytes += bytes;
    this.#waiting += lines;
    if (!this.#isWriting) this.#writeWaiting();
  }

  #writeWaiting(): void {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#bytes = bytes.length;
    this.#isFull = false;
    this.#isWriting = true;
    this.#writeBytes(bytes);
  }

  #writeBytes(bytes: Buffer): void {
    write(this.#fileDescriptor, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        // A pipe whose reader is slow: that is no reason to lose anything.
        setTimeout(() => this.#writeBytes(bytes), retryMs);
        return;
      }
      if (error === null && written < bytes.length) {
        this.#writeBytes(bytes.subarray(written));
        return;
      }
      if (error !== null) this.#dropped += countLines(bytes);
      else if (this.#dropped > this.#reported) this.#reportDropped();
      this.#bytes = 0;
      if (this.#waiting !== '') this.#writeWaiting();
      else this.#isWriting = false;
    });
  }

  /** Behind the lines that wait, because those that were dropped came after them. */
  #reportDropped(): void {
    const time = new Date().toISOString();
    const line = { level: warn, time, lines: this.#dropped - this.#reported, msg: 'lines of this log were dropped' };
    this.#waiting += `${JSON.stringify(line)}\n`;
    this.#reported = this.#dropped;
  }

  #writeAtExit(): void {
    try {
      writeSync(this.#fileDescriptor, this.#waiting);
    } catch {
      // As above; and nothing can be tried again.
    }
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (const byte of bytes) if (byte === newline) lines += 1;
  return lines;
}
