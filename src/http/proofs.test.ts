import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { fakeParts, windowOf } from '../../test/http/fakes.ts';
import { faultOfRound } from '../proofs/format/round.ts';
import { exampleRound } from './schemas/proofs.ts';
import { createServer } from './server.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(over: Parameters<typeof fakeParts>[0] = {}): Promise<FastifyInstance> {
  const server = await createServer(fakeParts(over));
  servers.push(server);
  return server;
}

it('everybody can read the newest round, and its signature is right', async () => {
  const answer = await (await serve()).inject('/proofs/latest');
  expect([answer.statusCode, answer.json()]).toEqual([200, exampleRound]);
  expect(answer.headers['cache-control']).toBe('public, no-cache');
  expect(answer.headers['x-ratelimit-limit']).toBe('120');
  expect(faultOfRound(answer.json())).toBeNull();
});

it('a round is kept by caches for ever, and one that does not exist is not found', async () => {
  const server = await serve();
  const there = await server.inject('/proofs/7');
  expect([there.statusCode, there.json()]).toEqual([200, exampleRound]);
  expect(there.headers['cache-control']).toContain('immutable');
  for (const path of ['/proofs/8', '/proofs/0', '/proofs/x', '/proofs/99999999999']) {
    const missing = await server.inject(path);
    expect([path, missing.statusCode]).toEqual([path, 404]);
    expect(missing.headers['cache-control']).toBeUndefined();
  }
});

it('before the first round there is none', async () => {
  const none = { latest: async () => null, round: async () => null, page: async () => [], keys: async () => [] };
  const server = await serve({ proofs: none });
  expect((await server.inject('/proofs/latest')).statusCode).toBe(404);
  expect((await server.inject('/proofs')).json()).toEqual({ rounds: [], next_before: null });
  expect((await server.inject('/proofs/keys')).json()).toEqual({ keys: [] });
});

it('the list has pages of a hundred', async () => {
  const asked: number[] = [];
  const rounds = Array.from({ length: 250 }, (_, index) => ({ ...exampleRound, number: 250 - index }));
  const server = await serve({
    proofs: {
      latest: async () => rounds[0] ?? null,
      round: async () => null,
      keys: async () => [],
      page: async (before, limit) => {
        asked.push(before);
        return rounds.filter(({ number }) => number < before).slice(0, limit);
      },
    },
  });
  const numbers: number[] = [];
  for (let path: string | null = '/proofs'; path !== null; ) {
    const page: { rounds: { number: number }[]; next_before: number | null } = (await server.inject(path)).json();
    numbers.push(...page.rounds.map(({ number }) => number));
    path = page.next_before === null ? null : `/proofs?before=${page.next_before}`;
  }
  expect(numbers).toEqual(rounds.map(({ number }) => number));
  expect(asked.slice(1)).toEqual([151, 51]);
  expect((await server.inject('/proofs?before=0')).statusCode).toBe(422);
});

it('beyond 120 requests in a minute an address is refused', async () => {
  const server = await serve({ publicRequests: { hit: () => windowOf(120, 0, false) } });
  for (const path of ['/proofs', '/proofs/latest', '/proofs/keys', '/proofs/7']) {
    const refused = await server.inject(path);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
  }
});
