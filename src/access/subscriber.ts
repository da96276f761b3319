import ipaddr from 'ipaddr.js';

/** Whose address this is: itself, or for IPv6 its /64, which one subscriber gets as a whole. */
export function subscriberOf(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
