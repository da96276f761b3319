/** Where a command's words go. Only answers go to standard output, so that programs can read it. */
export interface Output {
  /** A line of the answer. */
  answer(line: string): void;
  /** A line for the person at the terminal: an error, or something to know. */
  say(line: string): void;
  /** How far a long command is; replaces what was there. Shown on a terminal only; an empty text removes it. */
  progress(text: string): void;
}

/** The output of this process. */
export function processOutput(): Output {
  let readerGone = false;
  // Whoever reads the answer may stop early (`nsimbi client list | head`); the command still does all of its work.
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
    readerGone = true;
  });
  return {
    answer: (line) => {
      if (!readerGone) process.stdout.write(`${line}\n`);
    },
    say: (line) => {
      process.stderr.write(`${line}\n`);
    },
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
    },
  };
}
