import { readCredentials } from '../first-start.ts';
import type { Cli } from './cli.ts';
import { CommandRefused } from './new-command.ts';

/** Where a running service is, and who we are there. */
export interface ServiceConnection {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What the options say of it. */
export interface ConnectionAsked {
  readonly key: string | undefined;
  readonly url: string | undefined;
}

/**
 * The service that a command speaks to over HTTP: of the options, else of the environment, else of credentials.json in
 * the data folder.
 * @throws CommandRefused when there is no key.
 */
export function serviceConnection(cli: Cli, { key, url }: ConnectionAsked): ServiceConnection {
  const config = cli.config();
  const credentials = readCredentials(config.dataDir);
  const ofEnvironment = cli.env.NSIMBI_API_KEY === '' ? undefined : cli.env.NSIMBI_API_KEY;
  const apiKey = key ?? ofEnvironment ?? credentials?.api_key;
  if (apiKey === undefined) {
    throw new CommandRefused(
      `there is no credentials.json in ${config.dataDir}: start the service first, or give --key or NSIMBI_API_KEY`,
    );
  }
  // With the key of another service its address is likely to be another too, but a local one is what is mostly meant.
  const baseUrl = url ?? credentials?.base_url ?? `http://127.0.0.1:${config.port}`;
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey };
}

/** How a key may be shown: its secret part left out. */
export function shownKey(apiKey: string): string {
  return apiKey.split('.', 1)[0] ?? '';
}
