import ipaddr from 'ipaddr.js';
import { AddressPolicy } from './safe-address/address-policy.ts';
import { isLocalhost } from './safe-address/lookup.ts';
import { isLoopback } from './safe-address/special-networks.ts';

export interface AddressPolicySettings {
  /** The address that the service listens on. */
  readonly host: string;
  /** The address that others reach the service at. */
  readonly publicUrl: string | null;
  /** Null: only while the service listens on this machine alone and has no public address. */
  readonly webhookAllowLoopback: boolean | null;
  readonly webhookAllowedNetworks: readonly string[];
}

/** Where webhooks may be sent by these settings (interface-decisions.md sections 7 and 11). */
export function addressPolicyOfSettings(settings: AddressPolicySettings): AddressPolicy {
  const { host, publicUrl, webhookAllowLoopback, webhookAllowedNetworks } = settings;
  return new AddressPolicy({
    // Behind a reverse proxy the service listens on loopback too, and webhooks of all clients would reach the proxy's machine.
    allowLoopbackInTest: webhookAllowLoopback ?? (publicUrl === null && isOnThisMachine(host)),
    allowedNetworks: webhookAllowedNetworks,
  });
}

/** Whether an address or name leads to this machine alone. */
export function isOnThisMachine(host: string): boolean {
  return isLocalhost(host) || (ipaddr.isValid(host) && isLoopback(ipaddr.parse(host)));
}
