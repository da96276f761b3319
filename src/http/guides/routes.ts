import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../../refusal.ts';
import { askEachTime, type PreparedDocument, prepareDocument, sendDocument } from '../prepared-document.ts';
import { onceOnDemand } from '../shared-result.ts';
import { guideListPage, guidePage, guidePagePolicy, guidesPath, hitsPage } from './guide-page.ts';
import { queryCharactersMax, searchGuides } from './search-guides.ts';

export interface GuideSettings {
  readonly brand: string;
  /** Where clients reach the service, without a slash at the end; null: at whatever address the reader used. */
  readonly publicUrl: string | null;
}

const htmlHeaders = { contentType: 'text/html; charset=utf-8', cacheControl: askEachTime };

/** Without a public address each host that readers name has its own pages; more of them than this are not kept. */
const preparedMax = 40;

/**
 * GET /docs/guides, the list of guides or, with `?q=`, what a search finds in them; and GET /docs/guides/{name}. The pages are
 * read from `docs/` with the first request. They work without a script, so the search is made here.
 */
export function registerGuideRoutes(server: FastifyInstance, { brand, publicUrl }: GuideSettings): void {
  const guides = onceOnDemand(async () => {
    // Loads the library that reads Markdown, which a running service seldom needs.
    const { readGuides } = await import('./read-guides.ts');
    return await readGuides(brand);
  });
  const prepared = new Map<string, Promise<PreparedDocument>>();
  const prepare = (key: string, render: () => string) => {
    const known = prepared.get(key);
    if (known !== undefined) return known;
    if (prepared.size >= preparedMax) prepared.clear();
    const document = prepareDocument(render(), htmlHeaders);
    prepared.set(key, document);
    return document;
  };
  const hide = { schema: { hide: true } };
  server.get<{ Querystring: { q?: string | string[] } }>(guidesPath, hide, async (request, reply) => {
    const query = [request.query.q ?? []].flat().join(' ').slice(0, queryCharactersMax).trim();
    reply.header('content-security-policy', guidePagePolicy);
    const all = await guides();
    if (query === '') return sendDocument(await prepare('', () => guideListPage(all)), request, reply);
    const found = hitsPage(all, query, searchGuides(all, query));
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', htmlHeaders.contentType)
      .header('x-content-type-options', 'nosniff')
      .send(found);
  });
  server.get<{ Params: { name: string } }>(`${guidesPath}/:name`, hide, async (request, reply) => {
    const all = await guides();
    const guide = all.find(({ name }) => name === request.params.name);
    if (guide === undefined) throw notFound();
    const baseUrl = publicUrl ?? addressOf(request);
    reply.header('content-security-policy', guidePagePolicy);
    const document = await prepare(`${guide.name} ${baseUrl}`, () => guidePage(all, guide, baseUrl));
    return sendDocument(document, request, reply);
  });
}

/** The address that a reader used; the host was checked before, and only HTTP/1.0 may have none. */
function addressOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host === '' ? '127.0.0.1:4500' : host}`;
}
