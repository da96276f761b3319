import ipaddr from 'ipaddr.js';
import type { Mode } from '../../ledger/transaction.ts';
import { isLocalhost, type Lookup, localhostAddresses, lookupInDns } from './lookup.ts';
import { serviceOfPort } from './ports-of-other-services.ts';
import { type Address, contains, isLoopback, type Network, network, specialPurpose } from './special-networks.ts';

/** Characters of a webhook's URL. */
const urlLengthMax = 2_048;

/** How long a registration waits for the DNS; a name that is silent for longer is taken as not there yet. */
const registrationLookupMs = 5_000;

/**
 * Where webhooks may be sent: to the public internet over https, to networks that the operator of the service allows, and
 * in test mode to this machine where that is on; never to a port of a service that does not speak HTTP. Decided by addresses
 * and ports alone, so that no spelling of a name gets around it.
 */
export class AddressPolicy {
  readonly #allowLoopbackInTest: boolean;
  readonly #allowedNetworks: readonly Network[];

  /** @param options.allowedNetworks addresses and networks in CIDR form that both modes may reach. */
  constructor(options: { allowLoopbackInTest: boolean; allowedNetworks: readonly string[] }) {
    this.#allowLoopbackInTest = options.allowLoopbackInTest;
    this.#allowedNetworks = options.allowedNetworks.map(network);
  }

  mayReach(address: string, mode: Mode): boolean {
    return this.forbiddenAs(address, mode) === null;
  }

  /** What an address is that may not be reached, such as `a private address`; null when it may. */
  forbiddenAs(address: string, mode: Mode): string | null {
    const parsed = parseAddress(address);
    if (parsed === null) return 'no IP address';
    if (this.#allowedNetworks.some((allowed) => contains(allowed, parsed))) return null;
    if (mode === 'test' && this.#allowLoopbackInTest && isLoopback(parsed)) return null;
    return specialPurpose(parsed);
  }

  /** What is wrong with a URL by its text alone, in a sentence for the user; null when nothing is. */
  urlProblem(text: string, mode: Mode): string | null {
    if (text.length > urlLengthMax) return `url must have at most ${urlLengthMax.toLocaleString('en')} characters.`;
    // The parser would drop or rewrite these, and what is shown would not be what is called.
    if (/[\s\p{Cc}\\]/u.test(text) || !text.isWellFormed()) {
      return 'url must not contain spaces, control characters or backslashes.';
    }
    const schemeProblem = this.#schemeProblem(text, mode);
    if (schemeProblem !== null) return schemeProblem;
    const url = URL.parse(text);
    if (url === null || url.port === '0') return 'url must be a valid URL, such as https://example.com/hooks.';
    if (url.username !== '' || url.password !== '') return 'url must not contain a user name or a password.';
    if (text.includes('#')) return 'url must not contain a fragment, the part from # on.';
    const service = serviceOfPort(Number(url.port));
    if (service !== null)
      return `url must not use port ${url.port}, which is for ${service}; use a port for HTTPS, such as 443.`;
    const problem = this.#hostProblem(hostnameOf(url), mode);
    return problem === null ? null : `url must lead to the public internet; ${problem}.`;
  }

  /**
   * What the name of a URL resolves to that may not be reached, in a sentence; null when nothing is wrong, and when the
   * name does not resolve yet. For URLs without a urlProblem.
   */
  async resolvedProblem(text: string, mode: Mode, lookup: Lookup = lookupInDns()): Promise<string | null> {
    const hostname = hostnameOf(new URL(text));
    if (parseAddress(hostname) !== null) return null;
    for (const address of await addressesSoon(hostname, lookup)) {
      const what = this.forbiddenAs(address, mode);
      if (what !== null) return `url must lead to the public internet; ${hostname} resolves to ${address}, ${what}.`;
    }
    return null;
  }

  #schemeProblem(text: string, mode: Mode): string | null {
    const usual = 'url must begin with https://, such as https://example.com/hooks';
    // With the host right behind: the parser also takes https:host and https:///host.
    if (/^https:\/\/[^/]/i.test(text)) return null;
    if (!/^http:\/\/[^/]/i.test(text)) return `${usual}.`;
    if (mode === 'live') return `${usual}; http:// is for webhooks of test mode.`;
    return this.#allowLoopbackInTest ? null : `${usual}; this service does not allow http:// in test mode.`;
  }

  #hostProblem(hostname: string, mode: Mode): string | null {
    const addresses = isLocalhost(hostname) ? localhostAddresses : parseAddress(hostname) === null ? [] : [hostname];
    for (const address of addresses) {
      const what = this.forbiddenAs(address, mode);
      if (what !== null) return `${hostname} is ${isLocalhost(hostname) ? 'this machine itself' : what}`;
    }
    return null;
  }
}

/** The host of a URL as it is looked up or dialled: an IPv6 address without its brackets. */
export function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Only in the usual spelling: the library also reads 010.1 and 0x7f.1, where people disagree on the meaning. */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return text.includes(':') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

async function addressesSoon(hostname: string, lookup: Lookup): Promise<readonly string[]> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<readonly string[]>();
  const ending = new AbortController();
  const timer = setTimeout(() => {
    giveUp([]);
    ending.abort();
  }, registrationLookupMs);
  try {
    return await Promise.race([lookup(hostname, ending.signal), late]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
