import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificate, trustedAuthority } from '../../../test/webhooks/certificate.fixture.ts';
import { localSender, requestTo, startRawReceiver, startReceiver } from '../../../test/webhooks/receiver.fixture.ts';
import { AddressPolicy } from '../safe-address/address-policy.ts';
import type { AttemptResult } from './sender.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

describe('the connections of a sender', () => {
  it('serve one attempt after another', async () => {
    const receiver = await startReceiver();
    const sender = localSender();
    for (let attempt = 0; attempt < 20; attempt += 1) await sender.attempt(requestTo(receiver.port));
    expect(receiver.received).toHaveLength(20);
    expect(receiver.sockets).toHaveLength(1);
    expect(sender.connections).toEqual({ open: 1, resting: 1 });
  });

  it('are as many as attempts at once', async () => {
    const waiting: (() => unknown)[] = [];
    const receiver = await startReceiver((response) => {
      waiting.push(() => response.end());
      if (waiting.length === 10) for (const answer of waiting.splice(0)) answer();
    });
    const sender = localSender();
    for (const _ of [1, 2]) {
      await Promise.all(Array.from({ length: 10 }, () => sender.attempt(requestTo(receiver.port))));
    }
    expect(receiver.received).toHaveLength(20);
    expect(receiver.sockets).toHaveLength(10);
  });

  it('are not shared between modes, whose addresses are judged differently', async () => {
    const authority = trustedAuthority();
    const receiver = await startReceiver(undefined, makeCertificate({ ipv4: '127.0.0.1', authority }));
    const sender = localSender({
      addressPolicy: new AddressPolicy({ allowLoopbackInTest: false, allowedNetworks: ['127.0.0.1'] }),
    });
    const url = `https://127.0.0.1:${receiver.port}/`;
    for (const mode of ['live', 'test', 'live', 'test'] as const) {
      expect(await sender.attempt(requestTo(0, { url, mode }))).toMatchObject({ responseStatus: 200 });
    }
    expect(receiver.received.map(({ connection }) => connection)).toEqual([1, 2, 1, 2]);
  });

  it('end when the receiver says so, and none is lost', async () => {
    const receiver = await startReceiver((response) => void response.setHeader('Connection', 'close').end());
    const sender = localSender();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await sender.attempt(requestTo(receiver.port))).toMatchObject({ responseStatus: 200, error: null });
    }
    expect(receiver.sockets).toHaveLength(5);
    expect(sender.connections).toEqual({ open: 0, resting: 0 });
  });

  it('that the receiver closes while they rest fail nothing', async () => {
    const receiver = await startReceiver();
    const sender = localSender();
    await sender.attempt(requestTo(receiver.port));
    for (const socket of receiver.sockets) socket.destroy();
    // At once, before the news of the closing can have arrived.
    expect(await sender.attempt(requestTo(receiver.port))).toMatchObject({ responseStatus: 200, error: null });
    expect(receiver.received).toHaveLength(2);
  });

  it('that are reset when a second request comes over them are replaced once', async () => {
    const requests: number[] = [];
    const receiver = await startRawReceiver((socket: Socket) => {
      let heard = 0;
      socket.on('data', () => {
        heard += 1;
        requests.push(heard);
        if (heard === 1) socket.write(ok);
        else socket.resetAndDestroy();
      });
    });
    const sender = localSender();
    const results: AttemptResult[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) results.push(await sender.attempt(requestTo(receiver.port)));
    expect(results.map((result) => result.responseStatus)).toEqual([200, 200, 200]);
    expect(requests).toEqual([1, 2, 1, 2, 1]);
  });

  it('that are reset after an answer began are not replaced: the receiver has got the request', async () => {
    let heard = 0;
    const receiver = await startRawReceiver((socket) => {
      socket.on('data', () => {
        heard += 1;
        if (heard === 1) socket.write(ok);
        else socket.write('HTTP/1.1 200', () => setTimeout(() => socket.resetAndDestroy(), 50));
      });
    });
    const sender = localSender();
    await sender.attempt(requestTo(receiver.port));
    const result = await sender.attempt(requestTo(receiver.port));
    expect(result).toMatchObject({ responseStatus: null, error: 'The connection was reset before an answer came.' });
    expect(heard).toBe(2);
  });

  it('that hang on a second request are not replaced: the time was up', async () => {
    let heard = 0;
    const receiver = await startRawReceiver((socket) => {
      socket.on('data', () => {
        heard += 1;
        if (heard === 1) socket.write(ok);
      });
    });
    const sender = localSender({ deadlineMs: 1_000 });
    await sender.attempt(requestTo(receiver.port));
    const result = await sender.attempt(requestTo(receiver.port));
    expect(result.error).toBe('Timed out after 1 s while waiting for the answer.');
    expect(heard).toBe(2);
  });

  it('close when they have rested for some seconds', async () => {
    const receiver = await startReceiver((response) => void response.setHeader('Keep-Alive', 'timeout=600').end());
    const quiet = await startRawReceiver((socket) => void socket.on('data', () => socket.write(ok)));
    const sender = localSender();
    await sender.attempt(requestTo(receiver.port));
    await sender.attempt(requestTo(quiet.port));
    expect(sender.connections).toEqual({ open: 2, resting: 2 });
    await expect.poll(() => sender.connections).toEqual({ open: 1, resting: 1 });
    expect(receiver.sockets.map((socket) => socket.destroyed)).toEqual([false]);
  });

  it('serve for two minutes, so that they follow a host that moves', async () => {
    const receiver = await startReceiver();
    const sender = localSender();
    const now = performance.now.bind(performance);
    let laterMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
    onTestFinished(() => clock.mockRestore());
    for (laterMs of [0, 60_000, 110_000, 121_000, 130_000]) await sender.attempt(requestTo(receiver.port));
    expect(receiver.received.map(({ connection }) => connection)).toEqual([1, 1, 1, 1, 2]);
  });

  it('rest for at most 256 requests to come, however many hosts there are, and the oldest make room', async () => {
    const receiver = await startReceiver();
    const sender = localSender();
    const hosts = Array.from({ length: 300 }, (_, index) => `http://shop${index}.localhost:${receiver.port}/`);
    for (const url of hosts) expect(await sender.attempt(requestTo(0, { url }))).toMatchObject({ responseStatus: 200 });
    expect(sender.connections.resting).toBeLessThanOrEqual(256);
    expect(sender.connections.resting).toBeGreaterThan(0);
    const before = receiver.sockets.length;
    await sender.attempt(requestTo(0, { url: hosts.at(-1) ?? '' }));
    expect(receiver.sockets).toHaveLength(before);
    await sender.attempt(requestTo(0, { url: hosts[0] ?? '' }));
    expect(receiver.sockets).toHaveLength(before + 1);
  });

  it('end with the sender, and so do attempts in flight', async () => {
    const hanging = await startRawReceiver((socket) => void socket.resume());
    const receiver = await startReceiver();
    const sender = localSender();
    await sender.attempt(requestTo(receiver.port));
    const inFlight = sender.attempt(requestTo(hanging.port));
    await expect.poll(() => hanging.sockets.length).toBe(1);
    await sender.close();
    const stopped = { responseStatus: null, error: 'The service was stopped before the answer came.' };
    expect(await inFlight).toMatchObject(stopped);
    expect(await sender.attempt(requestTo(receiver.port))).toMatchObject(stopped);
    expect(sender.connections).toEqual({ open: 0, resting: 0 });
    await expect.poll(() => [...hanging.sockets, ...receiver.sockets].every((socket) => socket.destroyed)).toBe(true);
  });
});
