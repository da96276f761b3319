import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PublicRequests } from '../access/rate-limits.ts';
import type { ReceiptOperations } from '../receipts/operations.ts';
import { notFound } from '../refusal.ts';
import type { Issuer } from '../statements/issuer.ts';
import type { Api } from './api.ts';
import { rateLimited } from './guard.ts';
import { acceptsHtml } from './not-found.ts';
import { askEachTime, type PreparedDocument, prepareDocument, sendDocument } from './prepared-document.ts';
import { receiptFile } from './receipt-file.ts';
import { noReceiptPage, receiptPage, receiptPagePolicy } from './receipt-page.ts';
import { onceOnDemand } from './shared-result.ts';

/** What the public pages of receipts call. */
export interface ReceiptLinkParts {
  readonly receipts: ReceiptOperations;
  readonly publicRequests: Pick<PublicRequests, 'hit'>;
  /** Who issues receipts; null where that is not set. */
  readonly issuer: Issuer | null;
}

/** GET /receipts/:token, the page of a link; GET /verify, the page that verifies receipts. Neither needs a key or a session. */
export function registerReceiptLinks(server: Api, parts: ReceiptLinkParts): void {
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    const window = parts.publicRequests.hit(request.ip);
    done(window.allowed ? undefined : rateLimited(window));
  };
  registerLink(server, parts, onRequest);
  registerVerifier(server, parts, onRequest);
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

function registerLink(server: Api, { receipts, issuer }: ReceiptLinkParts, onRequest: OnRequest): void {
  server.get(
    '/receipts/:token',
    {
      onRequest,
      schema: {
        hide: true,
        params: Type.Object({ token: Type.String() }),
        querystring: Type.Object({
          format: Type.Optional(
            Type.Enum(['html', 'json', 'pdf'], {
              sentence: 'format must be html, json or pdf; leave it out for a page.',
            }),
          ),
        }),
      },
    },
    async (request, reply) => {
      // The address is the secret: no cache keeps it, no index lists it, and no other site learns it.
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .header('x-content-type-options', 'nosniff');
      const { format = 'html' } = request.query;
      const receipt = await receipts.readLinked(request.params.token);
      if (receipt === null && (format !== 'html' || !acceptsHtml(request))) throw notFound();
      if (receipt === null || format === 'html') {
        reply.header('content-security-policy', receiptPagePolicy).type('text/html; charset=utf-8');
        return receipt === null
          ? reply.code(404).send(noReceiptPage())
          : reply.code(200).send(receiptPage(receipt, issuer));
      }
      const { name, type, bytes } = await receiptFile(receipt, format, issuer);
      return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
    },
  );
}

/** The page is one file, which also works from a disk; packages/receipt-verifier builds it. */
const verifierFile = new URL('../../packages/receipt-verifier/verify.html', import.meta.url);
const withoutKeys = '<script id="trusted-keys" type="application/json">[]</script>';

function registerVerifier(server: Api, { receipts }: ReceiptLinkParts, onRequest: OnRequest): void {
  const readPage = onceOnDemand(async () => {
    const page = await readFile(verifierFile, 'utf8');
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page) ?? [];
    return { page, policy: policyOf(script) };
  });
  let shown: { readonly keys: string; readonly document: PreparedDocument } | null = null;
  server.get('/verify', { onRequest, schema: { hide: true } }, async (request, reply) => {
    const { page, policy } = await readPage();
    // Keys are base64 and hexadecimal, so nothing in them can end the script.
    const keys = JSON.stringify(await receipts.trustedKeys());
    if (shown?.keys !== keys) {
      const content = page.replace(withoutKeys, () => withoutKeys.replace('[]', keys));
      const document = await prepareDocument(content, {
        contentType: 'text/html; charset=utf-8',
        cacheControl: askEachTime,
      });
      shown = { keys, document };
    }
    reply.header('content-security-policy', policy).header('referrer-policy', 'no-referrer');
    return sendDocument(shown.document, request, reply);
  });
}

/** Only the script of the page runs, and it can send nothing anywhere. */
function policyOf(script: string): string {
  return (
    `default-src 'none'; script-src 'sha256-${hash('sha256', script, 'base64')}'; style-src 'unsafe-inline'; img-src data:; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  );
}
