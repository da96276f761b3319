/** The output of a command. Only results go to standard output, so that programs can read it. */
export interface Output {
  /** Aborted when standard output is closed. */
  readonly closed: AbortSignal;
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints a line for the person at the terminal: an error or a hint. */
  say(line: string): void;
  /** How far a long command is; replaces what was there. Shown on a terminal only; an empty text removes it. */
  progress(text: string): void;
}

/** The output of this process. */
export function processOutput(): Output {
  const closing = new AbortController();
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  // There is nowhere to report it.
  process.stderr.on('error', () => undefined);
  // The reader of the result may stop early (`nsimbi client list | head`); the command still does all of its work.
  process.stdout.on('error', (error) => {
    if (closing.signal.aborted) return;
    closing.abort();
    if ('code' in error && error.code === 'EPIPE') return;
    say(`nsimbi: the output could not be written (${error.message}); the command was executed`);
    process.once('exit', () => {
      process.exitCode ||= 1;
    });
  });
  return {
    closed: closing.signal,
    print: (line) => {
      if (!closing.signal.aborted) process.stdout.write(`${line}\n`);
    },
    say,
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
    },
  };
}
