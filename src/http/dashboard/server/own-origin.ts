import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../refusal.ts';

/**
 * Refuses a change that another site's page asks a browser for. A browser names the origin of the page with every
 * request that is not a GET; only our own pages may change something. The session's cookie is SameSite=Strict besides.
 * @param publicUrl where people reach the service, null where that is not set: a proxy may name another host to us.
 * @throws Refusal `forbidden`
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin) || !isOwn(new URL(origin), request, publicUrl)) {
    throw new Refusal('forbidden', 'Changes are accepted only from the pages of this dashboard.');
  }
}

/** A page that came over plain http may be anybody's on the way, so that it changes nothing at an https address. */
function isOwn(page: URL, { host, protocol }: FastifyRequest, publicUrl: string | null): boolean {
  if (publicUrl !== null && page.origin === new URL(publicUrl).origin) return true;
  return page.host === host && (page.protocol === 'https:' || protocol !== 'https');
}
