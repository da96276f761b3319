import type { FastifyRequest } from 'fastify';
import { Refusal } from '../wallet/refusal.ts';

/**
 * Refuses a change that another site's page asks a browser for. A browser names the origin of the page with every
 * request that is not a GET; only our own pages may change something. The session's cookie is SameSite=Strict besides.
 * @throws Refusal `forbidden`
 */
export function refuseForeignOrigin(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== request.host) {
    throw new Refusal('forbidden', 'Changes are taken from the pages of this dashboard only.');
  }
}
