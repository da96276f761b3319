import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api.ts';

/** Browsers ask again after so many seconds whether a page of another origin may call us. */
const preflightHoldsSeconds = 600;

/**
 * Lets web pages of these origins call the API (CORS). Browsers send no credentials of theirs with such a call, and a
 * preflight is answered before anybody is authenticated or counted. Other origins get no header of CORS at all.
 */
export async function allowOrigins(api: Api, origins: readonly string[]): Promise<void> {
  const listed = new Set(origins);
  const shared: FastifyCorsOptions = {
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'X-Request-Id',
      'Content-Digest',
      'Signature',
      'Signature-Input',
    ],
    exposedHeaders: [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
      'Retry-After',
      'Idempotent-Replayed',
      'X-As-Of',
    ],
    maxAge: preflightHoldsSeconds,
    strictPreflight: false,
  };
  await api.register(cors, {
    delegator: (request: FastifyRequest, done: (error: Error | null, options: FastifyCorsOptions) => void) => {
      const { origin } = request.headers;
      done(null, { ...shared, origin: origin !== undefined && listed.has(origin) ? origin : false });
    },
  });
}

/** A year (RFC 6797 section 6.1). Other names of the domain are not ours to decide about: no includeSubDomains. */
const strictTransport = 'max-age=31536000';

/**
 * Makes browsers use https only: on responses to requests that arrived by https through a trusted proxy, and on all
 * where the public address is https. The service itself speaks plain http, so a proxy must have brought the https.
 */
export function strictTransportHeader(
  publicUrl: string | null,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const always = publicUrl?.startsWith('https:') ?? false;
  return (request, reply) => {
    if (always || request.protocol === 'https') reply.header('strict-transport-security', strictTransport);
  };
}
