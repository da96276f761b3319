import type { FastifyReply, FastifyRequest } from 'fastify';

/** A year (RFC 6797 section 6.1). Other names of the domain are not ours to decide about: no includeSubDomains. */
const strictTransport = 'max-age=31536000';

/**
 * Tells browsers to come by https only, on answers to requests that came by https through a trusted proxy, and on all
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
