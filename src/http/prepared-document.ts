import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cache-Control of a document whose content can change at the same address: a cache revalidates it each time. */
export const askEachTime = 'public, no-cache';

/** For an address that has the content's hash in it. */
export const keepForever = 'public, max-age=31536000, immutable';

/**
 * The piece of a document that is given to a connection at once. The next is given when the system has taken it, which
 * shows whether a slow reader makes progress.
 */
const pieceBytes = 64 * 1024;

interface Representation {
  readonly bytes: Buffer;
  /** Strong, so another one for each encoding (RFC 9110 section 8.8.3.3). */
  readonly etag: string;
}

/** The encodings that documents are compressed in, the one we prefer first. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** A document with its compressed forms, prepared once and sent with every request. */
export interface PreparedDocument {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly identity: Representation;
  /** In our order of preference; without those that would save nothing. */
  readonly compressed: ReadonlyMap<Encoding, Representation>;
}

type Headers = Pick<PreparedDocument, 'contentType' | 'cacheControl'>;

/** Beyond this a script of some megabytes takes seconds to compress and becomes hardly smaller. */
const brotliQuality = 6;

/** Compresses a document in the background. */
export async function prepareDocument(content: string | Buffer, headers: Headers): Promise<PreparedDocument> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const [gzipped, br] = await Promise.all([
    promisify(gzip)(bytes),
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  ]);
  return documentOf(bytes, { br, gzip: gzipped }, headers);
}

/** A document from compressed forms that exist already; forms that save nothing are left out. */
export function documentOf(
  bytes: Buffer,
  compressed: { readonly [name in Encoding]?: Buffer | undefined },
  { contentType, cacheControl }: Headers,
): PreparedDocument {
  const tag = contentHash(bytes);
  const representations = new Map<Encoding, Representation>();
  for (const encoding of encodings) {
    const form = compressed[encoding];
    if (form !== undefined) representations.set(encoding, { bytes: form, etag: `"${tag}-${encoding}"` });
  }
  return { contentType, cacheControl, identity: { bytes, etag: `"${tag}"` }, compressed: representations };
}

/** A short name for a content, for ETags and addresses. */
export function contentHash(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url').slice(0, 20);
}

/**
 * Answers GET and HEAD with a document in the encoding that the client prefers, or with 304 when it has that already. A
 * reply with another status than 200 gets the whole document, and nothing to compare it by: conditions hold for
 * successful answers only (RFC 9110 section 13.2.1).
 */
export function sendDocument(document: PreparedDocument, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', [...document.compressed.keys()]);
  const { bytes, etag } = (encoding && document.compressed.get(encoding)) ?? document.identity;
  const isSuccess = reply.statusCode === 200;
  if (isSuccess) reply.header('etag', etag);
  reply.header('cache-control', document.cacheControl).header('vary', 'Accept-Encoding');
  if (isSuccess && names(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== null) reply.header('content-encoding', encoding);
  reply
    .header('content-type', document.contentType)
    .header('content-length', bytes.length)
    .header('x-content-type-options', 'nosniff');
  if (request.method === 'HEAD' || bytes.length <= pieceBytes) return reply.send(bytes);
  return reply.send(Readable.from(piecesOf(bytes), { objectMode: false }));
}

/** If-None-Match compares weakly (RFC 9110 section 13.1.2). */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
