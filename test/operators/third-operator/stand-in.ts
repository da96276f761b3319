import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SimulatedServer } from '../../../src/operators/contract.ts';

/** Starts a server that plays the made-up operator: it pays whatever it is asked for a second time. */
export async function startLycaStandIn({ port }: { readonly port: number }): Promise<SimulatedServer> {
  const payments = new Map<string, { readonly amount: string; queries: number }>();
  const answerTo = async (request: IncomingMessage): Promise<[status: number, body: object]> => {
    const [, resource, name = ''] = (request.url ?? '').split('/');
    if (resource === 'session') {
      const isKnown = request.headers['x-user'] === 'user-1' && request.headers['x-api-key'] === 'key-1';
      return isKnown ? [200, { session: 'session-1' }] : [401, { reason: 'key of another user' }];
    }
    if (request.headers.authorization !== 'Session session-1') return [401, {}];
    if (resource === 'balances') return [200, { balance: '700000' }];
    if (resource === 'payments') {
      const payment = payments.get(name);
      if (payment === undefined) return [404, {}];
      payment.queries += 1;
      if (payment.queries === 1) return [200, { state: 'WAITING' }];
      return [200, { state: 'PAID', amount: payment.amount, wallet_receipt: `LYC-${name.slice(0, 8)}` }];
    }
    const { partner_ref: reference, amount } = JSON.parse(await text(request));
    payments.set(reference, { amount, queries: 0 });
    return [201, {}];
  };
  const server: Server = createServer((request, response) => {
    void answerTo(request).then(([status, body]) => response.writeHead(status).end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    settings: { NSIMBI_LYCA_BASE_URL: baseUrl, NSIMBI_LYCA_API_USER: 'user-1', NSIMBI_LYCA_API_KEY: 'key-1' },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
