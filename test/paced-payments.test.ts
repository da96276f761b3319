import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { measurePayments } from '../bench/floods/paced-payments.ts';

const payers = [
  { clientId: 1, walletId: 1, phone: '256772000001', apiKey: 'nsk_test_one' },
  { clientId: 2, walletId: 2, phone: '256772000002', apiKey: 'nsk_test_two' },
];
let answer: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  request.resume().on('end', () => answer(response));
});

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('sends 100 payments a second although none is answered, and counts the time from when each was due', async () => {
  const waiting: ServerResponse[] = [];
  answer = (response) => {
    waiting.push(response);
    // The last payment is due 990 ms after the first, so the first waits at least as long.
    if (waiting.length === 100) for (const one of waiting) one.end();
  };
  const measured = await measure();
  expect(measured).toMatchObject({ payments: 100, failed: {} });
  expect(measured.p99Ms).toBeGreaterThanOrEqual(980);
  // Half of them were due 490 ms or more before the last.
  expect(measured.p50Ms).toBeGreaterThanOrEqual(490);
});

it('counts a payment that is refused, and one whose connection is cut, as failed', async () => {
  let requests = 0;
  answer = (response) => {
    requests += 1;
    if (requests % 10 === 1) response.writeHead(503).end();
    else if (requests % 10 === 2) response.destroy();
    else response.end();
  };
  const { failed } = await measure();
  expect(failed['503']).toBe(10);
  expect(Object.values(failed).reduce((sum, times) => sum + times, 0)).toBe(20);
});

async function measure() {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return await measurePayments({ baseUrl, payers, perSecond: 100, seconds: 1 });
}
