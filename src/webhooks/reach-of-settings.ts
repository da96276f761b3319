import ipaddr from 'ipaddr.js';
import { isLocalhost } from './safe-address/lookup.ts';
import { Reach } from './safe-address/reach.ts';
import { isLoopback } from './safe-address/special-networks.ts';

export interface ReachSettings {
  /** The address that the service listens on. */
  readonly host: string;
  /** Null: only while the service itself is reached from this machine alone. */
  readonly webhookAllowLoopback: boolean | null;
  readonly webhookAllowedNetworks: readonly string[];
}

/** Where webhooks may be sent by these settings (interface-decisions.md section 7). */
export function reachOfSettings({ host, webhookAllowLoopback, webhookAllowedNetworks }: ReachSettings): Reach {
  return new Reach({
    allowLoopbackInTest: webhookAllowLoopback ?? isOnThisMachine(host),
    allowedNetworks: webhookAllowedNetworks,
  });
}

function isOnThisMachine(host: string): boolean {
  return isLocalhost(host) || (ipaddr.isValid(host) && isLoopback(ipaddr.parse(host)));
}
