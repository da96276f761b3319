import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { checkout, childEnvironment, entry } from './nsimbi-command.ts';
import { waitUntil } from './wait-until.ts';

/** A `nsimbi` command that goes on until it is stopped, with what it has said. */
export class NsimbiProcess {
  readonly lines: string[] = [];
  readonly errors: string[] = [];
  /** Null while it runs, and after a signal ended it. */
  exitCode: number | null = null;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  #isOver = false;

  constructor(words: readonly string[], settings: Record<string, string>) {
    this.#child = spawn(process.execPath, [entry, ...words], {
      cwd: checkout,
      env: childEnvironment(settings),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    collectLines(this.#child.stdout, this.lines);
    collectLines(this.#child.stderr, this.errors);
    this.#child.once('close', (code) => {
      this.exitCode = code;
      this.#isOver = true;
    });
  }

  /** Waits until it has answered so many lines, and gives them. */
  async said(count: number): Promise<readonly string[]> {
    return await waitUntil(`${count} lines were answered`, () => {
      if (this.#isOver && this.lines.length < count) throw new Error(`it ended: ${this.errors.join('\n')}`);
      return this.lines.length >= count && [...this.lines];
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Waits until it is over, and gives its exit code; null when a signal ended it. */
  async end(): Promise<number | null> {
    await waitUntil('the command is over', () => this.#isOver);
    return this.exitCode;
  }
}

function collectLines(stream: Readable, lines: string[]): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
}
