import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [Address, number];

/**
 * Networks that are not the public internet, by the IANA special-purpose address registries and RFC 6890, each with the
 * name of an address in it. The first one that matches is used.
 */
const specialIpv4 = table({
  '0.0.0.0/8': 'an address of this network itself',
  '10.0.0.0/8': 'a private address',
  '100.64.0.0/10': 'a shared address of a carrier',
  '127.0.0.0/8': 'a loopback address',
  '169.254.0.0/16': 'a link-local address',
  '172.16.0.0/12': 'a private address',
  '192.0.0.0/24': 'a reserved address',
  '192.0.2.0/24': 'an address for documentation',
  '192.88.99.0/24': 'a 6to4 relay',
  '192.168.0.0/16': 'a private address',
  '198.18.0.0/15': 'an address for benchmarks',
  '198.51.100.0/24': 'an address for documentation',
  '203.0.113.0/24': 'an address for documentation',
  '224.0.0.0/4': 'a multicast address',
  '255.255.255.255/32': 'the broadcast address',
  '240.0.0.0/4': 'a reserved address',
});

const specialIpv6 = table({
  '::/128': 'the unspecified address',
  '::1/128': 'a loopback address',
  '::ffff:0:0/96': 'an IPv4 address inside an IPv6 address',
  '::ffff:0:0:0/96': 'an IPv4 address inside an IPv6 address',
  '::/96': 'an IPv4 address inside an IPv6 address',
  '64:ff9b::/96': 'a NAT64 address',
  '64:ff9b:1::/48': 'a NAT64 address',
  '100::/64': 'a discard address',
  // Teredo and other assignments of the IETF; no servers are in it.
  '2001::/32': 'a Teredo address',
  '2001::/23': 'a reserved address',
  '2001:db8::/32': 'an address for documentation',
  '2002::/16': 'a 6to4 address',
  '3fff::/20': 'an address for documentation',
  'fc00::/7': 'a private address',
  'fe80::/10': 'a link-local address',
  'fec0::/10': 'a private address',
  'ff00::/8': 'a multicast address',
});

/** The only part of IPv6 that IANA has assigned to the public internet (RFC 4291, section 2.4). */
const globalIpv6 = network('2000::/3');

/** What an address is, such as `a private address`; null for one of the public internet. */
export function specialPurpose(address: Address): string | null {
  const special = address.kind() === 'ipv4' ? specialIpv4 : specialIpv6;
  const found = special.find(([net]) => contains(net, address));
  if (found !== undefined) return found[1];
  if (address.kind() === 'ipv6' && !contains(globalIpv6, address)) return 'a reserved address';
  return null;
}

/** Whether an address is this machine's own. */
export function isLoopback(address: Address): boolean {
  return specialPurpose(address) === 'a loopback address';
}

export function contains([base, bits]: Network, address: Address): boolean {
  if (base instanceof ipaddr.IPv4) return address instanceof ipaddr.IPv4 && address.match(base, bits);
  return address instanceof ipaddr.IPv6 && address.match(base, bits);
}

/** Reads an address, or a network in CIDR form. @throws when it is neither. */
export function network(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function table(networks: Record<string, string>): readonly (readonly [Network, string])[] {
  return Object.entries(networks).map(([text, what]) => [network(text), what]);
}
