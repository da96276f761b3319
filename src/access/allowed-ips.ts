import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Addresses and networks that may use a key; null when every address may. */
export type AllowedIps = readonly Network[] | null;

/** What is wrong with an entry of an allow-list that somebody wants to set, or null. */
export function allowedIpProblem(entry: string): string | null {
  if (parseNetwork(entry) !== null) return null;
  return `"${entry}" is neither an address nor a network, such as 196.0.3.7 or 196.0.3.0/24 or 2c0f:fe38::/32`;
}

/** Reads an allow-list; no entries mean that every address may. @throws when an entry is not valid. */
export function parseAllowedIps(entries: readonly string[]): AllowedIps {
  if (entries.length === 0) return null;
  return entries.map((entry) => {
    const network = parseNetwork(entry);
    if (network === null) throw new Error(`an allow-list holds the entry "${entry}", which is not valid`);
    return network;
  });
}

/** Whether an address is allowed. IPv4 inside IPv6 (::ffff:196.0.3.7) is the IPv4 address that it means. */
export function isAllowed(allowed: AllowedIps, address: string): boolean {
  if (allowed === null) return true;
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return allowed.some(([network, bits]) => ip.kind() === network.kind() && ip.match(network, bits));
}

/**
 * Whether a list lets somebody in whom another list, which it replaces, keeps out. Pure. A network that only several entries of the other
 * list contain together counts as more.
 * @param before @param after addresses and networks; none let everybody in.
 * @throws when an entry is not valid.
 */
export function allowsMore(before: readonly string[], after: readonly string[]): boolean {
  const [were, are] = [parseAllowedIps(before), parseAllowedIps(after)];
  if (were === null) return false;
  return are === null || are.some(([inner, bits]) => !were.some((outer) => contains(outer, inner, bits)));
}

function contains([outer, outerBits]: Network, inner: Network[0], innerBits: number): boolean {
  return outer.kind() === inner.kind() && outerBits <= innerBits && inner.match(outer, outerBits);
}

function parseNetwork(entry: string): Network | null {
  // The library also reads 010.1 and 0x7f.1 as IPv4, where people disagree on the meaning.
  if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return [ipaddr.IPv4.parse(entry), 32];
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry)) return ipaddr.IPv4.parseCIDR(entry);
  if (entry.includes('%') || !entry.includes(':')) return null;
  const network: Network | null = ipaddr.IPv6.isValid(entry)
    ? [ipaddr.IPv6.parse(entry), 128]
    : ipaddr.IPv6.isValidCIDR(entry)
      ? ipaddr.IPv6.parseCIDR(entry)
      : null;
  // Would never match, because addresses are compared as the IPv4 that they mean.
  if (network !== null && ipaddr.IPv6.parse(network[0].toString()).isIPv4MappedAddress()) return null;
  return network;
}
