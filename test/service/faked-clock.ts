import { globSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerPrograms } from '../../src/postgres/embedded/server-programs.ts';

/** A clock of a PostgreSQL server that a test sets while the server runs. */
export interface FakedClock {
  /** Starts the server so that it follows this clock. */
  wrap(programs: ServerPrograms): ServerPrograms;
  /** Sets the wall clock that far from the machine's, in seconds. Its monotonic clock goes on, as on a real machine. */
  set(offsetSeconds: number): void;
}

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

/** Whether this machine has what a faked clock needs. */
export const canFakeClock = library !== undefined;

/**
 * Makes a clock whose files are in `folder`, which the user of the server must be able to enter. Needs Debian's faketime.
 * @param readEverySeconds how long a process keeps what it read; 0: it reads for each look at the clock.
 */
export function createFakedClock(folder: string, readEverySeconds = 0): FakedClock {
  if (library === undefined) throw new Error('libfaketime is missing: install the package faketime');
  const file = join(folder, 'clock');
  const set = (offsetSeconds: number) => {
    // Written beside and moved over, so that the server never reads half a number.
    writeFileSync(`${file}.new`, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    set,
    wrap(programs) {
      const script = join(folder, 'postgres-with-clock');
      const cache = readEverySeconds === 0 ? 'FAKETIME_NO_CACHE=1' : `FAKETIME_CACHE_DURATION=${readEverySeconds}`;
      const environment = `LD_PRELOAD=${library} FAKETIME_TIMESTAMP_FILE=${file} ${cache} FAKETIME_DONT_FAKE_MONOTONIC=1`;
      writeFileSync(script, `#!/bin/sh\n${environment} exec ${programs.postgres} "$@"\n`, { mode: 0o755 });
      return { ...programs, postgres: script };
    },
  };
}
