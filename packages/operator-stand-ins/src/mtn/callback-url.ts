import type { Reply } from '../http/reply.ts';
import { gatewayError, mtnError } from './answers.ts';
import type { MtnAccount } from './settings.ts';

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * What a call with this X-Callback-Url is answered, or null when the URL may be used (providers.md 1.4). The host equals
 * the registered one exactly, and production wants https; on the loopback address alone it takes http, which a test needs.
 */
export function callbackUrlProblem(url: string | undefined, registeredHost: string, account: MtnAccount): Reply | null {
  if (url === undefined) return null;
  if (!URL.canParse(url)) return gatewayError(400, 'X-Callback-Url is not a URL.');
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return gatewayError(400, 'X-Callback-Url is not a web address.');
  if (hostname !== registeredHost) return mtnError('INVALID_CALLBACK_URL_HOST');
  if (account.environment === 'sandbox' || protocol === 'https:' || loopbackHosts.includes(hostname)) return null;
  return gatewayError(400, 'X-Callback-Url is not https.');
}
