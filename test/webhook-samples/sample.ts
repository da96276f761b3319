import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../service/free-port.ts';
import { checkout } from '../service/nsimbi-command.ts';
import { waitUntil } from '../service/wait-until.ts';

/** A receiver of docs/webhooks/ and what runs it. */
export interface Sample {
  readonly file: string;
  /** The runtime in words, for the person who has to install it. */
  readonly needs: string;
  /** Prints the runtime's version. */
  readonly askVersion: readonly string[];
  readonly versionMin: readonly [major: number, minor: number];
  /** Makes what is run, where the language compiles. */
  readonly build?: (source: string, folder: string) => readonly string[];
  readonly run: (source: string, folder: string, port: number) => readonly string[];
}

export const samples: readonly Sample[] = [
  {
    file: 'verify.ts',
    needs: 'Node 22.18 or newer',
    askVersion: [process.execPath, '--version'],
    versionMin: [22, 18],
    run: (source) => [process.execPath, source],
  },
  {
    file: 'verify.py',
    needs: 'Python 3.9 or newer',
    askVersion: ['python3', '--version'],
    versionMin: [3, 9],
    run: (source) => ['python3', source],
  },
  {
    file: 'verify.php',
    needs: 'PHP 8.0 or newer',
    askVersion: ['php', '--version'],
    versionMin: [8, 0],
    run: (source, _, port) => ['php', '-S', `127.0.0.1:${port}`, source],
  },
  {
    file: 'verify.go',
    needs: 'Go 1.18 or newer',
    askVersion: ['go', 'version'],
    versionMin: [1, 18],
    build: (source, folder) => ['go', 'build', '-o', join(folder, 'verify'), source],
    run: (_, folder) => [join(folder, 'verify')],
  },
  {
    file: 'Verify.java',
    needs: 'a JDK of Java 17 or newer',
    askVersion: ['javac', '-version'],
    versionMin: [17, 0],
    build: (source, folder) => ['javac', '-Xlint:all', '-Werror', '-d', folder, source],
    run: (_, folder) => ['java', '-cp', folder, 'Verify'],
  },
];

/** Why a sample cannot be run here, or null when it can. */
export function missing(sample: Sample): string | null {
  const [command = '', ...parameters] = sample.askVersion;
  const asked = spawnSync(command, parameters, { encoding: 'utf8', timeout: 20_000 });
  const version = /(\d+)\.(\d+)/.exec(`${asked.stdout ?? ''}${asked.stderr ?? ''}`);
  if (asked.status !== 0 || version === null) return `${sample.needs} is not on this machine`;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const [majorMin, minorMin] = sample.versionMin;
  const isNewEnough = major > majorMin || (major === majorMin && minor >= minorMin);
  return isNewEnough ? null : `${sample.needs} is not on this machine, but ${major}.${minor}`;
}

/** A sample's server while it runs. */
export interface Running {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Builds and starts the sample with one secret, and waits until it answers. @throws with what it printed when it does not. */
export async function start(sample: Sample, secret: string): Promise<Running> {
  const source = join(checkout, 'docs/webhooks', sample.file);
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-sample-'));
  if (sample.build !== undefined) runToEnd(sample.build(source, folder));
  const port = await freePort();
  const [command = '', ...parameters] = sample.run(source, folder, port);
  const child = spawn(command, parameters, {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  child.stdout.on('data', (text) => printed.push(String(text)));
  child.stderr.on('data', (text) => printed.push(String(text)));
  const baseUrl = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntil(`${sample.file} answers`, async () => {
      if (child.exitCode !== null) throw new Error(`${sample.file} ended:\n${printed.join('')}`);
      return await fetch(baseUrl, { method: 'POST', body: '' }).then(
        () => true,
        () => false,
      );
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl, stop };
}

function runToEnd([command = '', ...parameters]: readonly string[]): void {
  const done = spawnSync(command, parameters, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command} ${parameters.join(' ')}:\n${done.stdout}${done.stderr}`);
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await gone;
  }
}
