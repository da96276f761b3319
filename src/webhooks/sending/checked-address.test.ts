import { describe, expect, it } from 'vitest';
import { type Says, startNameServer } from '../../../test/webhooks/name-server.fixture.ts';
import { localSender, requestTo, startRawReceiver, startReceiver } from '../../../test/webhooks/receiver.fixture.ts';
import { AddressPolicy } from '../safe-address/address-policy.ts';
import { lookupInDns } from '../safe-address/lookup.ts';

const strict = new AddressPolicy({ allowLoopbackInTest: false, allowedNetworks: [] });

describe('the address of a receiver, at every connection', () => {
  it('that is 127.0.0.1 by its name is refused in both modes, with no connection', async () => {
    const receiver = await startReceiver();
    const { server } = await startNameServer(() => ['127.0.0.1']);
    const sender = localSender({ addressPolicy: strict, lookup: lookupInDns({ servers: [server] }) });
    for (const mode of ['live', 'test'] as const) {
      const url = `https://hooks.example.test:${receiver.port}/`;
      const result = await sender.attempt(requestTo(receiver.port, { url, mode }));
      expect(result).toMatchObject({
        responseStatus: null,
        error: 'Not sent: hooks.example.test leads to 127.0.0.1, a loopback address, where webhooks may not go.',
      });
    }
    expect(receiver.sockets).toEqual([]);
    expect(sender.connections).toEqual({ open: 0, resting: 0 });
  });

  it('that changed since the registration is refused', async () => {
    const receiver = await startReceiver();
    let says: Says = ['8.8.8.8'];
    const { server } = await startNameServer(() => says);
    const lookup = lookupInDns({ servers: [server] });
    const url = `https://hooks.example.test:${receiver.port}/`;
    expect(await strict.resolvedProblem(url, 'live', lookup)).toBeNull();
    says = ['127.0.0.1'];
    const result = await localSender({ addressPolicy: strict, lookup }).attempt(requestTo(0, { url, mode: 'live' }));
    expect(result.error).toContain('hooks.example.test leads to 127.0.0.1');
    expect(receiver.sockets).toEqual([]);
  });

  it('is looked up once for a connection: an answer that changes after the check has no effect', async () => {
    const receiver = await startReceiver();
    const allowed = new AddressPolicy({ allowLoopbackInTest: false, allowedNetworks: ['127.0.0.2'] });
    let answers = 0;
    const lookup = async () => {
      answers += 1;
      return answers === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
    };
    const url = `https://hooks.example.test:${receiver.port}/`;
    const result = await localSender({ addressPolicy: allowed, lookup }).attempt(requestTo(0, { url, mode: 'live' }));
    expect(result.error).toBe(`The connection was refused by hooks.example.test, port ${receiver.port}.`);
    expect(answers).toBe(1);
    expect(receiver.sockets).toEqual([]);
  });

  it('is refused when only one of several is private', async () => {
    const receiver = await startReceiver();
    const { server } = await startNameServer(() => ['8.8.8.8', '10.0.0.7']);
    const sender = localSender({ lookup: lookupInDns({ servers: [server] }) });
    const result = await sender.attempt(requestTo(0, { url: `http://hooks.example.test:${receiver.port}/` }));
    expect(result.error).toContain('10.0.0.7, a private address');
  });

  it('is the one of the open socket: 0.0.0.0 is dialled, 127.0.0.1 answers, and not a byte is sent to it', async () => {
    let bytes = 0;
    const receiver = await startRawReceiver((socket) => void socket.on('data', (data) => (bytes += data.length)));
    const addressPolicy = new AddressPolicy({ allowLoopbackInTest: false, allowedNetworks: ['0.0.0.0'] });
    const sender = localSender({ addressPolicy, lookup: async () => ['0.0.0.0'] });
    const url = `https://hooks.example.test:${receiver.port}/`;
    const result = await sender.attempt(requestTo(0, { url, mode: 'live' }));
    expect(result.error).toContain('hooks.example.test leads to 127.0.0.1, a loopback address');
    await expect.poll(() => receiver.sockets.map((socket) => socket.destroyed)).toEqual([true]);
    expect(bytes).toBe(0);
  });

  it('that the URL names is refused, even when it was allowed at registration', async () => {
    const receiver = await startReceiver();
    for (const url of [`https://127.0.0.1:${receiver.port}/`, `https://0x7f.1:${receiver.port}/`]) {
      const result = await localSender({ addressPolicy: strict }).attempt(requestTo(0, { url, mode: 'live' }));
      expect(result.error).toBe('Not sent: url must lead to the public internet; 127.0.0.1 is a loopback address.');
    }
    expect(receiver.sockets).toEqual([]);
  });

  it('with the port of a database is refused, even when it was allowed at registration', async () => {
    let lookups = 0;
    const lookup = async () => {
      lookups += 1;
      return ['127.0.0.1'];
    };
    const result = await localSender({ lookup }).attempt(requestTo(0, { url: 'http://cache.example.test:6379/' }));
    expect(result).toMatchObject({
      responseStatus: null,
      error: 'Not sent: url must not use port 6379, which is for Redis; use a port for HTTPS, such as 443.',
    });
    expect(lookups).toBe(0);
  });

  it('may be this machine in test mode: by number, as localhost, and as a name below it', async () => {
    const receiver = await startReceiver();
    for (const host of ['127.0.0.1', 'localhost', 'shop.localhost', 'LOCALHOST.']) {
      const result = await localSender().attempt(requestTo(0, { url: `http://${host}:${receiver.port}/` }));
      expect(result).toMatchObject({ responseStatus: 200, error: null });
    }
  });

  it('is tried after one that does not answer', async () => {
    const receiver = await startReceiver();
    const lookup = async () => ['127.0.0.2', '127.0.0.1', '::1'];
    const url = `http://hooks.example.test:${receiver.port}/`;
    expect(await localSender({ lookup }).attempt(requestTo(0, { url }))).toMatchObject({ responseStatus: 200 });
  });

  it('is not a proxy of the environment', async () => {
    const proxy = await startReceiver();
    const receiver = await startReceiver();
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'];
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    try {
      expect(await localSender().attempt(requestTo(receiver.port))).toMatchObject({ responseStatus: 200 });
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect(proxy.sockets).toEqual([]);
    expect(receiver.received).toHaveLength(1);
  });
});
