import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { checkout, childEnvironment, entry, entryOf } from './nsimbi-command.ts';
import { waitUntil } from './wait-until.ts';

export interface ServiceProcess {
  readonly baseUrl: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first 200 on /readyz. */
  readonly readyAfterMs: number;
  /** Sends a signal and waits until the process is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** What the first line of the command gives the process, with which `npm start` runs it. */
const firstLine = /^#!\/usr\/bin\/env -S (?<name>\w+)=(?<value>\w+) node (?<nodeArguments>.+)$/m;
const { name = '', value = '', nodeArguments = '' } = firstLine.exec(readFileSync(entry, 'utf8'))?.groups ?? {};
const asNpmStart = { environment: { [name]: value }, nodeArguments: nodeArguments.split(' ') };

/** Starts the whole service as a child process on `port`, its log in `logFile`, and waits until it says it is ready. */
export async function startService(options: {
  readonly port: number;
  readonly logFile: string;
  readonly settings: Record<string, string>;
  /** Where it listens; the loopback address when left out. */
  readonly address?: string;
  /** How long it may take until it is ready; a minute when left out. */
  readonly readyWithinMs?: number;
  readonly nodeArguments?: readonly string[];
  /** A program with its arguments that becomes the service, such as `taskset` with a list of cores. */
  readonly launcher?: readonly string[];
  /** The folder of another version of the program. */
  readonly programFolder?: string;
  /** Whether Ctrl-C, which every process of the terminal's group gets, does not reach it. */
  readonly hasOwnGroup?: boolean;
}): Promise<ServiceProcess> {
  const log = openSync(options.logFile, 'a');
  const programFolder = options.programFolder ?? checkout;
  const startedAtMs = performance.now();
  const environment = {
    ...asNpmStart.environment,
    NSIMBI_LOG_LEVEL: 'warn',
    ...options.settings,
    ...(options.address === undefined ? {} : { HOST: options.address }),
    PORT: String(options.port),
  };
  const [program = process.execPath, ...programArguments] = [
    ...(options.launcher ?? []),
    process.execPath,
    ...asNpmStart.nodeArguments,
    ...(options.nodeArguments ?? []),
    entryOf(programFolder),
    'start',
  ];
  const child = spawn(program, programArguments, {
    cwd: programFolder,
    env: childEnvironment(environment),
    stdio: ['ignore', log, log],
    detached: options.hasOwnGroup === true,
  });
  closeSync(log);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const baseUrl = `http://${options.address ?? '127.0.0.1'}:${options.port}`;
  await waitUntil(
    'the service is ready',
    async () => {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`the service ended at its start:\n${readFileSync(options.logFile, 'utf8').slice(-4000)}`);
      }
      return await fetch(`${baseUrl}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
    },
    options.readyWithinMs,
  ).catch((error: unknown) => {
    // What is not ready in time must not stay behind at the port.
    child.kill('SIGKILL');
    throw error;
  });
  if (child.pid === undefined) throw new Error('the service has no process id');
  return {
    baseUrl,
    pid: child.pid,
    readyAfterMs: performance.now() - startedAtMs,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
    },
  };
}
