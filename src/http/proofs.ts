import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PublicRequests } from '../access/rate-limits.ts';
import type { ProofReads } from '../proofs/reads.ts';
import { notFound } from '../refusal.ts';
import type { Api } from './api.ts';
import { rateLimited, setRateLimitHeaders } from './guard.ts';
import { askEachTime, keepForever } from './prepared-document.ts';
import { sendJson } from './response.ts';
import { proofKeySchema, roundNumberMax, roundSchema } from './schemas/proofs.ts';
import { nullable } from './schemas/text.ts';
import { shareResult } from './shared-result.ts';

/** What the routes of the proofs call. */
export interface ProofRouteParts {
  readonly proofs: ProofReads;
  readonly publicRequests: Pick<PublicRequests, 'hit'>;
}

const tags = ['Proofs'];

const roundsPerPage = 100;

/** Requests within so many milliseconds share what is read of the newest rounds. */
const newestKeptMs = 1_000;

/** GET /proofs and what is below it: the signed rounds, for everybody. */
export function registerProofRoutes(server: Api, { proofs, publicRequests }: ProofRouteParts): void {
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const window = publicRequests.hit(request.ip);
    setRateLimitHeaders(reply, window);
    done(window.allowed ? undefined : rateLimited(window));
  };
  const newest = shareResult(newestKeptMs, () => proofs.latest());
  const firstPage = shareResult(newestKeptMs, () => proofs.page(roundNumberMax, roundsPerPage));
  const keys = shareResult(newestKeptMs, () => proofs.keys());

  server.get(
    '/proofs',
    {
      onRequest,
      schema: {
        operationId: 'listProofRounds',
        summary: 'The signed rounds of the ledger, the newest first',
        description: `At most ${roundsPerPage}; \`next_before\` is the \`before\` of the next page, null on the last one.`,
        tags,
        querystring: Type.Object({
          before: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: roundNumberMax,
              description: 'Only rounds with a lower number.',
              sentence: 'before must be the number of a round: a whole number of 1 or more.',
            }),
          ),
        }),
      },
      config: {
        response: Type.Object({
          rounds: Type.Array(roundSchema),
          next_before: nullable(Type.Integer()),
        }),
        failures: ['invalid_request', 'rate_limited'],
      },
    },
    async (request, reply) => {
      const { before } = request.query;
      const rounds = await (before === undefined ? firstPage() : proofs.page(before, roundsPerPage));
      const last = rounds.at(-1);
      const more = rounds.length === roundsPerPage && last !== undefined;
      send(reply, askEachTime, { rounds, next_before: more ? last.number : null });
    },
  );

  server.get(
    '/proofs/latest',
    {
      onRequest,
      schema: {
        operationId: 'latestProofRound',
        summary: 'The newest signed round',
        description: 'Not found before the first one.',
        tags,
      },
      config: { response: roundSchema, failures: ['not_found', 'rate_limited'] },
    },
    async (_request, reply) => sendRound(reply, askEachTime, await newest()),
  );

  server.get(
    '/proofs/keys',
    {
      onRequest,
      schema: {
        operationId: 'listProofKeys',
        summary: 'The public keys that sign rounds, the oldest first',
        description: 'Each but the first was introduced by the signature of a key before it.',
        tags,
      },
      config: {
        response: Type.Object({ keys: Type.Array(proofKeySchema) }),
        failures: ['rate_limited'],
      },
    },
    async (_request, reply) => send(reply, askEachTime, { keys: await keys() }),
  );

  server.get(
    '/proofs/:number',
    {
      onRequest,
      schema: {
        operationId: 'getProofRound',
        summary: 'One signed round',
        description: 'It never changes.',
        tags,
        params: Type.Object({ number: Type.Integer({ minimum: 1, maximum: roundNumberMax, examples: [7] }) }),
      },
      config: { response: roundSchema, failures: ['not_found', 'rate_limited'] },
    },
    async (request, reply) => sendRound(reply, keepForever, await proofs.round(request.params.number)),
  );
}

function sendRound(reply: FastifyReply, cacheControl: string, round: object | null): void {
  if (round === null) throw notFound();
  send(reply, cacheControl, round);
}

function send(reply: FastifyReply, cacheControl: string, body: object): void {
  reply.header('cache-control', cacheControl);
  sendJson(reply, 200, JSON.stringify(body));
}
