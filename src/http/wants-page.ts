import type { FastifyRequest } from 'fastify';

/** Whether a browser opens the address as a page. Programs take JSON, or anything, and get JSON. */
export function wantsPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}
