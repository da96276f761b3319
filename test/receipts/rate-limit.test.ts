import { expect, test } from 'vitest';
import { createServer } from '../../src/http/server.ts';
import { fakeParts, windowOf } from '../http/fakes.ts';

test('the public pages of receipts are refused to an address beyond its window', async () => {
  let left = 2;
  const hit = () => windowOf(2, Math.max(0, left - 1), left-- > 0);
  const server = await createServer(fakeParts({ publicRequests: { hit } }));
  const statuses: number[] = [];
  for (const url of ['/receipts/abc', '/verify', '/receipts/abc', '/verify']) {
    statuses.push((await server.inject({ method: 'GET', url })).statusCode);
  }
  await server.close();
  expect(statuses).toEqual([404, 200, 429, 429]);
});
