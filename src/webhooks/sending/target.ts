import { hostnameOf } from '../safe-address/address-policy.ts';

/** Where a webhook's URL leads, taken apart once. */
export interface Target {
  /** Scheme, host and port, as undici wants it. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
}

export function readTarget(text: string): Target {
  const url = new URL(text);
  const secure = url.protocol === 'https:';
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    hostname: hostnameOf(url),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    secure,
  };
}
