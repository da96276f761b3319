import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Permission, Principal } from '../../access/principal.ts';
import type { RateLimiter } from '../../access/rate-limits.ts';
import type { WalletOperations } from '../../wallet/operations.ts';
import type { QuoteAccess, QuoteRequest } from '../../wallet/quotes.ts';
import { type Api, principalOf } from '../api.ts';
import { rateLimited, requirePermission, setRateLimitHeaders } from '../guard.ts';
import { sendData } from '../response.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { quote, quoteParams, quoteRequest } from '../schemas/quote.ts';

const permissionOf: Readonly<Record<QuoteRequest['operation'], Permission>> = {
  send_money: 'wallet:send',
  withdrawal: 'wallet:withdraw',
};
const access = { limit: 'quotes', permissions: Object.values(permissionOf) } as const;
const tags = ['Wallet'];

/** What the routes of quotes call. */
interface QuoteRouteParts {
  readonly wallet: Pick<WalletOperations, 'createQuote' | 'readQuote'>;
  readonly rateLimiter: Pick<RateLimiter, 'hit'>;
}

/** What a payment costs, held for ten minutes. */
export function registerQuoteRoutes(api: Api, parts: QuoteRouteParts): void {
  createQuote(api, parts);
  readQuote(api, parts);
}

function createQuote(api: Api, { wallet, rateLimiter }: QuoteRouteParts): void {
  const message = 'The quote was created.';
  api.post(
    '/wallet/quotes',
    {
      schema: {
        operationId: 'createQuote',
        summary: 'Create a quote of a payment or withdrawal',
        description:
          'Holds the fee and the total for ten minutes, for payments that name its `quote_id`. Nothing is reserved: funds, limits and approval are decided ' +
          'at payment. With `expected_name` the registered name is compared, at most 10 times a minute. Needs the permission of the operation.',
        tags,
        body: quoteRequest,
      },
      config: {
        access,
        response: envelopeOf(quote, message),
        failures: [
          'amount_too_small',
          'amount_too_large',
          'own_wallet',
          'operator_not_supported',
          'operator_unavailable',
        ],
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      requirePermission(principal, permissionOf[request.body.operation]);
      if (request.body.expected_name !== undefined) await countComparison(rateLimiter, request, reply);
      sendData(reply, message, await wallet.createQuote(principal, request.body, accessOf(principal)));
    },
  );
}

function readQuote(api: Api, { wallet }: QuoteRouteParts): void {
  const message = 'Quote retrieved.';
  api.get(
    '/wallet/quotes/:quote_id',
    {
      schema: {
        operationId: 'readQuote',
        summary: 'Read a quote',
        description: 'Its limits and approval are those of now. A quote is removed a day after it expired.',
        tags,
        params: quoteParams,
      },
      config: { access, response: envelopeOf(quote, message), failures: ['not_found'] },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      sendData(reply, message, await wallet.readQuote(principal, request.params.quote_id, accessOf(principal)));
    },
  );
}

/** Counts the comparison of a name, which has a limit of its own: each says something of a name. @throws Refusal `rate_limited` */
async function countComparison(
  rateLimiter: Pick<RateLimiter, 'hit'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const window = await rateLimiter.hit('name_match', principalOf(request));
  if (window.allowed) return;
  setRateLimitHeaders(reply, window);
  throw rateLimited(window, 'comparisons of an expected_name');
}

/** Names are shown to the keys that may look up phones. */
function accessOf({ permissions }: Principal): QuoteAccess {
  return { seesNames: permissions.has('wallet:read') };
}
