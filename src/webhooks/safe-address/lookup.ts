import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/**
 * The addresses of a name, IPv4 first, each one once. An aborted signal ends the query.
 * @throws NameNotFound, or another error when no server could be queried.
 */
export type Lookup = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export class NameNotFound extends Error {
  override readonly name = 'NameNotFound';

  constructor(hostname: string) {
    super(`The name ${hostname} was not found.`);
  }
}

/** No name server answered, or the answer was an error. */
export class NameServerFailed extends Error {
  override readonly name = 'NameServerFailed';

  constructor(hostname: string, code: string) {
    super(`The name ${hostname} could not be looked up (${code}).`);
  }
}

/** localhost and every name below it, which are this machine without a query (RFC 6761, section 6.3). */
export function isLocalhost(hostname: string): boolean {
  return /^(?:.+\.)?localhost\.?$/i.test(hostname);
}

export const localhostAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** For each server, twice; the second query waits longer. */
const questionMs = 3_000;
const questions = 2;

/**
 * Looks names up in the hosts file and in the DNS, over sockets of our own. The system's getaddrinfo would occupy one of
 * libuv's four threads for as long as a name server is silent: four businesses with broken name servers would stop the
 * webhooks of all others.
 * @param options.servers name servers in place of the system's, such as `127.0.0.1:5353`.
 */
export function lookupInDns(options: { servers?: readonly string[]; hostsFile?: string } = {}): Lookup {
  return async (hostname, signal) => {
    signal.throwIfAborted();
    if (isLocalhost(hostname)) return localhostAddresses;
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const fromFile = addressesInHostsFile(await hostsFileText(options.hostsFile ?? '/etc/hosts'), name);
    return fromFile.length > 0 ? fromFile : ask(name, options.servers, signal);
  };
}

/** The lines of a hosts file that name it: an address, then names, then perhaps a comment. */
export function addressesInHostsFile(text: string, name: string): readonly string[] {
  const addresses = text.split('\n').flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return address !== undefined && names.includes(name) ? [address] : [];
  });
  return [...new Set(addresses)];
}

async function hostsFileText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}

async function ask(
  name: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // Aborted while the hosts file was read: nothing would end a query that begins now.
  if (signal.aborted) throw new NameServerFailed(name, 'ECANCELLED');
  // One for each name, so that one query can be ended without the others, and a changed resolv.conf is seen.
  const resolver = new Resolver({ timeout: questionMs, tries: questions });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return [...new Set(addresses)];
    const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [codeOf(answer.reason)] : []));
    const failure = codes.find((code) => !meansNoAddress.has(code));
    throw failure === undefined ? new NameNotFound(name) : new NameServerFailed(name, failure);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** No such name; a name without addresses; a text that cannot be a name. */
const meansNoAddress = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
