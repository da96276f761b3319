import { closeSync, fdatasyncSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  /** Median of 200 writes of 8 KiB, each made durable, in the folder of the database. */
  readonly fsyncMedianMs: number;
}

/** What the numbers were measured on; `folder` is on the disk that the database uses. */
export function describeMachine(folder: string): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    fsyncMedianMs: fsyncMedianMs(folder),
  };
}

/** Resident memory of a process in MiB, of Linux; null where /proc does not tell. */
export function residentMiB(pid: number): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? null : Math.round(Number(kib) / 1024);
  } catch {
    return null;
  }
}

/** The cores that this process may use, of Linux; empty where /proc does not tell. */
export function allowedCores(): readonly number[] {
  let list: string | undefined;
  try {
    list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  } catch {
    return [];
  }
  return (list ?? '').split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
}

function fsyncMedianMs(folder: string): number {
  const path = join(folder, 'fsync-latency');
  const file = openSync(path, 'w');
  const page = Buffer.alloc(8192, 1);
  const samples: number[] = [];
  for (let n = 0; n < 200; n++) {
    const from = performance.now();
    writeSync(file, page, 0, page.length, n * page.length);
    fdatasyncSync(file);
    samples.push(performance.now() - from);
  }
  closeSync(file);
  unlinkSync(path);
  samples.sort((a, b) => a - b);
  return Number((samples[100] ?? 0).toFixed(3));
}
