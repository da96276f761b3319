import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Authority,
  type Certificate,
  makeAuthority,
  makeCertificate,
  trustedAuthority,
} from '../../../test/webhooks/certificate.fixture.ts';
import { startNameServer } from '../../../test/webhooks/name-server.fixture.ts';
import { localSender, requestTo, startRawReceiver, startReceiver } from '../../../test/webhooks/receiver.fixture.ts';
import { lookupInDns } from '../safe-address/lookup.ts';
import { type AttemptResult, isDelivered, type Sender } from './sender.ts';

/** Long enough that a busy machine has connected by then. */
const deadlineMs = 1_000;

/** Does something with each connection once the request, or its beginning, is there. */
const onRequest = (act: (socket: Socket) => void) => (socket: Socket) => void socket.once('data', () => act(socket));

/** Reads and never answers. */
const hang = (socket: Socket) => void socket.resume();

function trickle(head: string, piece: string) {
  return onRequest((socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 50);
    socket.on('close', () => clearInterval(timer));
  });
}

/** Writes a piece again and again, as fast as it is taken, and counts. */
function flood(head: string, piece: Buffer, written: { bytes: number }) {
  return onRequest((socket) => {
    socket.write(head);
    const more = () => {
      while (!socket.destroyed && socket.write(piece)) written.bytes += piece.length;
    };
    socket.on('drain', more);
    more();
  });
}

async function attemptAt(act: (socket: Socket) => void, sender: Sender = localSender({ deadlineMs })) {
  const receiver = await startRawReceiver(act);
  const result = await sender.attempt(requestTo(receiver.port));
  await expect.poll(() => receiver.sockets.every((socket) => socket.destroyed)).toBe(true);
  expect(sender.connections).toEqual({ open: 0, resting: 0 });
  expect(isDelivered(result)).toBe(result.error === null);
  return { result, receiver };
}

function expectTimedOut(result: AttemptResult, doing: string): void {
  expect(result).toMatchObject({ responseStatus: null, error: `Timed out after 1 s while ${doing}.` });
  expect(result.durationMs).toBeGreaterThanOrEqual(deadlineMs - 5);
  expect(result.durationMs).toBeLessThan(deadlineMs + 10_000);
}

describe('one failed attempt, in time and with its socket closed, when the receiver', () => {
  it('hangs', async () => {
    const { result } = await attemptAt(hang);
    expectTimedOut(result, 'waiting for the answer');
  });

  it('hangs in the TLS handshake', async () => {
    const receiver = await startRawReceiver(hang);
    const result = await localSender({ deadlineMs }).attempt(
      requestTo(receiver.port, { url: `https://127.0.0.1:${receiver.port}/` }),
    );
    expectTimedOut(result, 'agreeing on TLS with 127.0.0.1');
    await expect.poll(() => receiver.sockets.every((socket) => socket.destroyed)).toBe(true);
  });

  it('has a name server that is silent', async () => {
    const { server } = await startNameServer(() => 'silence');
    const lookup = lookupInDns({ servers: [server] });
    const result = await localSender({ deadlineMs, lookup }).attempt(requestTo(1, { url: 'https://slow.test/' }));
    expectTimedOut(result, 'looking up the name slow.test');
  });

  it('trickles the headers of its answer a byte at a time', async () => {
    const { result } = await attemptAt(trickle('HTTP/1.1 200 OK\r\nX-Long: ', 'a'));
    expectTimedOut(result, 'waiting for the answer');
  });

  it('trickles the body of its answer a byte at a time', async () => {
    const { result } = await attemptAt(trickle('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n', 'a'));
    expectTimedOut(result, 'reading the rest of an answer that began with status 200');
  });

  it('trickles interim answers without end', async () => {
    const { result } = await attemptAt(trickle('', 'HTTP/1.1 103 Early Hints\r\n\r\n'));
    expectTimedOut(result, 'waiting for the answer');
  });

  it('resets the connection', async () => {
    const { result } = await attemptAt(onRequest((socket) => socket.resetAndDestroy()));
    expect(result).toMatchObject({
      responseStatus: null,
      error: 'The connection was reset before an answer came.',
    });
  });

  it('resets the connection before it has read anything', async () => {
    const { result } = await attemptAt((socket) => void socket.resetAndDestroy());
    expect(result.error).toMatch(/^The connection was (reset|closed) before an answer came\.$/);
  });

  it('resets the connection in the middle of the TLS handshake', async () => {
    const receiver = await startRawReceiver(onRequest((socket) => socket.resetAndDestroy()));
    const result = await localSender().attempt(requestTo(0, { url: `https://127.0.0.1:${receiver.port}/` }));
    expect(result.error).toMatch(/^The connection was (reset|closed) before an answer came\.$/);
  });

  it('closes the connection without an answer', async () => {
    const { result } = await attemptAt(onRequest((socket) => socket.end()));
    expect(result).toMatchObject({
      responseStatus: null,
      error: 'The connection was closed before an answer came.',
    });
  });

  it('is not there', async () => {
    const port = await closedPort();
    const lookup = async () => ['127.0.0.1', '::1'];
    const result = await localSender({ lookup }).attempt(requestTo(port, { url: `http://here.test:${port}/` }));
    expect(result.error).toBe(`The connection was refused by here.test, port ${port}.`);
  });

  it('has a name that is not found', async () => {
    const { server } = await startNameServer(() => 'unknown');
    const lookup = lookupInDns({ servers: [server] });
    const result = await localSender({ lookup }).attempt(requestTo(0, { url: 'https://no.test/' }));
    expect(result.error).toBe('The name no.test was not found.');
  });

  it.each([
    ['words', 'hello, is it me you are looking for\r\n\r\n'],
    ['nothing but zeros', Buffer.alloc(2_000)],
    ['bytes at random', Buffer.from('ff00fe13371337c0ffee0d0a0d0a', 'hex')],
    ['another HTTP', 'HTTP/9.7 200 OK\r\n\r\n'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: value\r\n\r\n'],
    ['NUL in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}`],
  ])('answers garbage: %s', async (_, garbage) => {
    const { result } = await attemptAt(onRequest((socket) => socket.end(garbage)));
    expect(result.responseStatus).toBeNull();
    expect(result.error).toMatch(/^The answer was not readable: .+\.$/);
  });

  it.each([
    ['continues what nobody interrupted', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['changes to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: upgrade\r\n\r\n'],
  ])('%s', async (_, answer) => {
    const { result } = await attemptAt(onRequest((socket) => socket.write(answer)));
    expect(result).toMatchObject({ responseStatus: null, error: 'The connection was closed before an answer came.' });
  });

  it('speaks first, as a mail server does', async () => {
    const { result } = await attemptAt((socket) => void socket.resume().write('220 mail.example.com ESMTP\r\n'));
    expect(result.responseStatus).toBeNull();
    expect(result.error).toMatch(/^The (answer was not readable|connection was closed before an answer came)/);
  });

  it('redirects to 169.254.169.254, or anywhere', async () => {
    const elsewhere = await startReceiver();
    for (const location of ['http://169.254.169.254/latest/meta-data/', `http://127.0.0.1:${elsewhere.port}/`]) {
      for (const status of [301, 302, 303, 307, 308]) {
        const receiver = await startReceiver((response) => void response.writeHead(status, { location }).end());
        const result = await localSender().attempt(requestTo(receiver.port));
        expect(result.responseStatus).toBe(status);
        expect(result.error).toBe(
          `The receiver answered with ${status}, a redirect to ${location}; redirects are not followed.`,
        );
      }
    }
    expect(elsewhere.received).toEqual([]);
  });

  it.each([300, 304, 400, 404, 410, 500, 503])('answers %i', async (status) => {
    const receiver = await startReceiver((response) => void response.writeHead(status).end());
    const result = await localSender().attempt(requestTo(receiver.port));
    expect(result.responseStatus).toBe(status);
    expect(result.error).toBe(`The receiver answered with ${status}.`);
    expect(isDelivered(result)).toBe(false);
  });
});

describe('an answer that is delivered all the same', () => {
  it.each([200, 201, 202, 204, 299])('has status %i', async (status) => {
    const receiver = await startReceiver((response) => void response.writeHead(status).end());
    const result = await localSender().attempt(requestTo(receiver.port));
    expect(result).toMatchObject({ responseStatus: status, error: null, responseExcerpt: null });
    expect(isDelivered(result)).toBe(true);
  });

  it('ends early, or is longer than it says, after its status', async () => {
    for (const answer of [
      'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthanks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nthanks\r\nnonsense',
    ]) {
      const { result } = await attemptAt(onRequest((socket) => socket.end(answer)));
      expect(result).toMatchObject({ responseStatus: 200, error: null, responseExcerpt: 'thanks' });
    }
  });

  it('comes slowly, but in time', async () => {
    const receiver = await startReceiver((response) => {
      response.write('tha');
      setTimeout(() => response.end('nks'), 100);
    });
    const result = await localSender().attempt(requestTo(receiver.port));
    expect(result).toMatchObject({ responseStatus: 200, responseExcerpt: 'thanks' });
  });

  it('comes after an interim answer', async () => {
    const answer = 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n';
    const { result } = await attemptAt(onRequest((socket) => socket.end(answer)));
    expect(result).toMatchObject({ responseStatus: 202, error: null });
  });
});

describe('a receiver that sends 10 GB', () => {
  const megabyte = Buffer.alloc(1_048_576, 'a');
  const tenGigabytes = 10 * 1_024 ** 3;

  it('is cut at 64 KiB: its status counts, the socket is closed and memory does not grow', async () => {
    const written = { bytes: 0 };
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${tenGigabytes}\r\n\r\n`;
    const sender = localSender();
    const attempts = 30;
    let before = 0;
    for (let attempt = 0; attempt <= attempts; attempt += 1) {
      const { result, receiver } = await attemptAt(flood(head, megabyte, written), sender);
      expect(result).toMatchObject({ responseStatus: 200, error: null, responseExcerpt: 'a'.repeat(1_024) });
      for (const socket of receiver.sockets) socket.destroy();
      if (attempt === 0) before = memoryInUse();
    }
    // What the kernel's buffers took of each, and no more.
    expect(written.bytes).toBeLessThan(attempts * 20 * megabyte.length);
    expect(memoryInUse() - before).toBeLessThan(32 * megabyte.length);
  });

  it('is not waited for beyond 64 KiB, and up to there it is', async () => {
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${tenGigabytes}\r\n\r\n`;
    const thenHang = (bytes: number) => onRequest((socket) => void socket.write(`${head}${'a'.repeat(bytes)}`));
    const beyond = await attemptAt(thenHang(64 * 1_024 + 1), localSender({ deadlineMs: 20_000 }));
    expect(beyond.result).toMatchObject({ responseStatus: 200, error: null });
    expect(beyond.result.durationMs).toBeLessThan(10_000);
    const upTo = await attemptAt(thenHang(64 * 1_024));
    expectTimedOut(upTo.result, 'reading the rest of an answer that began with status 200');
  });

  it.each([
    ['of interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['of headers', 'HTTP/1.1 200 OK\r\n', 'X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'],
  ])('%s is cut too, long before its time is up', async (_, head, piece) => {
    const written = { bytes: 0 };
    const { result } = await attemptAt(flood(head, Buffer.from(piece.repeat(500)), written), localSender());
    expect(result.responseStatus).toBeNull();
    expect(result.error).toMatch(/^The answer was not readable: /);
    expect(result.durationMs).toBeLessThan(10_000);
  });

  it('of chunk names is cut too, and its status counts', async () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;';
    const { result } = await attemptAt(flood(head, megabyte, { bytes: 0 }), localSender());
    expect(result).toMatchObject({ responseStatus: 200, error: null });
    expect(result.durationMs).toBeLessThan(10_000);
  });
});

describe('the certificate of a receiver', () => {
  async function attemptOver(make: (authority: Authority) => Certificate, hostname = 'receiver.test') {
    const certificate = make(trustedAuthority());
    const receiver = await startReceiver(undefined, certificate);
    const lookup = async () => ['127.0.0.1'];
    const url = `https://${hostname}:${receiver.port}/`;
    const sender = localSender({ lookup });
    const result = await sender.attempt(requestTo(receiver.port, { url }));
    return { result, receiver, sender, url };
  }

  it('that an authority gave for its name is accepted', async () => {
    const { result, receiver } = await attemptOver((authority) =>
      makeCertificate({ names: ['receiver.test'], authority }),
    );
    expect(result).toMatchObject({ responseStatus: 200, error: null });
    expect(receiver.received).toHaveLength(1);
  });

  it('that an authority gave for its address is accepted', async () => {
    const { result } = await attemptOver((authority) => makeCertificate({ ipv4: '127.0.0.1', authority }), '127.0.0.1');
    expect(result).toMatchObject({ responseStatus: 200, error: null });
  });

  it.each([
    ['self-signed', () => makeCertificate({ names: ['receiver.test'] }), 'it is self-signed'],
    [
      'expired',
      (authority: Authority) =>
        makeCertificate({ names: ['receiver.test'], authority, notAfterMs: Date.now() - 86_400_000 }),
      'it has expired',
    ],
    [
      'for another name',
      (authority: Authority) => makeCertificate({ names: ['other.test'], authority }),
      'it is for another name',
    ],
    [
      'for an address only',
      (authority: Authority) => makeCertificate({ ipv4: '127.0.0.1', authority }),
      'it is for another name',
    ],
    [
      'of an authority that nobody knows',
      () => makeCertificate({ names: ['receiver.test'], authority: makeAuthority('Nobody') }),
      'its issuer is not known, perhaps because the server sends no intermediate certificate',
    ],
  ])('that is %s is a failed attempt each time, with the reason and without a request', async (_, make, reason) => {
    const { result, receiver, sender, url } = await attemptOver(make);
    const error = `The certificate of receiver.test is not valid: ${reason}.`;
    expect(result).toMatchObject({ responseStatus: null, error });
    expect(await sender.attempt(requestTo(receiver.port, { url }))).toMatchObject({ responseStatus: null, error });
    expect(receiver.received).toEqual([]);
    await expect.poll(() => receiver.sockets.every((socket) => socket.destroyed)).toBe(true);
  });

  it('is checked even where the environment says that none should be', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    onTestFinished(() => void delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
    const { result } = await attemptOver(() => makeCertificate({ names: ['receiver.test'] }));
    expect(result.error).toContain('it is self-signed');
  });

  it('is missing where a server without TLS listens', async () => {
    const receiver = await startReceiver();
    const result = await localSender().attempt(
      requestTo(receiver.port, { url: `https://127.0.0.1:${receiver.port}/` }),
    );
    expect(result.error).toMatch(/^No TLS with 127\.0\.0\.1: .+\.$/);
    expect(receiver.received).toEqual([]);
  });
});

/** A port on which nobody listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
