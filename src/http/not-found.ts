import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { notFound, Refusal } from '../refusal.ts';

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Answers what no route takes: an unknown path, a known path with another method, and OPTIONS.
 * @param showPage answers browsers that open an unknown path; without it they get JSON too.
 */
export function handleUnrouted(
  server: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  showPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Promise<void> | undefined {
  const allowed = allowedMethods(server, request.url);
  if (allowed.length === 0) {
    if (showPage !== undefined && acceptsHtml(request)) return showPage(request, reply);
    throw notFound();
  }
  reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
  if (request.method === 'OPTIONS') {
    reply.code(204).send();
    return undefined;
  }
  throw new Refusal(
    'method_not_allowed',
    `This address does not support ${request.method}; use ${allowed.join(' or ')}.`,
  );
}

function allowedMethods(server: FastifyInstance, url: string): HTTPMethods[] {
  const path = url.split('?', 1)[0] ?? url;
  return methods.filter((method) => server.findRoute({ method, url: path }) !== null);
}

/** Whether a browser opens the address as a page. Programs take JSON, or anything, and get JSON. */
export function acceptsHtml({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}
