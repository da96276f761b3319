import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { revokeApiKey, rollApiKey } from '../../src/access/api-keys.ts';
import { serviceActor } from '../../src/access/audit-log.ts';
import { setSigningKeys } from '../../src/access/set-signing-keys.ts';
import {
  type ClientKeyPair,
  drawKeyPair,
  type SigningOptions,
  signedHeaders,
  type ToSign,
} from '../http/request-signer.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Business, type Json, World } from './world.ts';

let world: World;
let shop: Business;
let neighbour: Business;
let signer: ClientKeyPair;
let apiKey: string;
let apiKeyId: number;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Signing Shop', 1_000_000);
  neighbour = await world.business('Neighbour');
  signer = drawKeyPair();
  ({ apiKey, apiKeyId } = await world.key(shop, { signingKeys: [signer.pem] }));
});
afterEach(async () => expect(await auditFindings(world.database.pool)).toEqual([]));
afterAll(() => world.close());

const sendMoney = '/api/v1/wallet/send-money';
const balance = '/api/v1/wallet/balance';
const payment = () => JSON.stringify({ recipient_phone: neighbour.phone, amount: 1_000 });

interface Received {
  readonly status: number;
  readonly body: Json;
}

/** Sends a request as it stands; several values of one header become several lines. */
async function send(
  { method, target, body }: Pick<ToSign, 'method' | 'target' | 'body'>,
  headers: Readonly<Record<string, string | readonly string[]>>,
  { baseUrl = world.baseUrl, chunks }: { readonly baseUrl?: string; readonly chunks?: readonly string[] } = {},
): Promise<Received> {
  const { hostname, port } = new URL(baseUrl);
  return await new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path: target, agent: false });
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    if (body !== undefined || chunks !== undefined) sent.setHeader('content-type', 'application/json');
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text === '' ? {} : JSON.parse(text) }),
      );
    });
    for (const chunk of chunks ?? []) sent.write(chunk);
    sent.end(body);
  });
}

/** A signed payment of 1,000. */
function signedPayment(options: SigningOptions = {}, pair = signer): ToSign & { headers: Record<string, string> } {
  const request = { method: 'POST', target: sendMoney, apiKey, body: payment(), idempotencyKey: randomUUID() };
  return { ...request, headers: signedHeaders(request, pair, options) };
}

function signedRead(target = balance, options: SigningOptions = {}, pair = signer, key = apiKey) {
  const request = { method: 'GET', target, apiKey: key };
  return { ...request, headers: signedHeaders(request, pair, options) };
}

const outcome = ({ status, body }: Received) => [status, body.code ?? null];
const transactions = () => world.transactionCount(shop.wallets.test);

/** Sends a request that must be refused with 401, and moves nothing. @returns what the refusal says. */
async function refused(...request: Parameters<typeof send>): Promise<string> {
  const before = await transactions();
  const { status, body } = await send(...request);
  expect([status, body.code]).toEqual([401, 'signature_invalid']);
  expect(await transactions()).toBe(before);
  return body.message;
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);

describe('a key with a signing key', () => {
  test('pays and reads with signed requests', async () => {
    const before = await transactions();
    const paid = signedPayment();
    expect(outcome(await send(paid, paid.headers))).toEqual([200, null]);
    expect(await transactions()).toBe(before + 1);
    for (const target of [balance, '/api/v1/wallet/transactions?limit=2&type=payment_sent']) {
      const read = signedRead(target);
      expect(outcome(await send(read, read.headers))).toEqual([200, null]);
    }
  });

  test('with a body in chunks, and with sha-512', async () => {
    const paid = signedPayment({ digest: 'sha-512' });
    const half = Math.floor((paid.body ?? '').length / 2);
    const chunks = [paid.body?.slice(0, half) ?? '', paid.body?.slice(half) ?? ''];
    expect(outcome(await send({ ...paid, body: undefined }, paid.headers, { chunks }))).toEqual([200, null]);
  });

  test('behind a proxy that has another host than the client asked for', async () => {
    const paid = signedPayment();
    expect(outcome(await send(paid, { ...paid.headers, host: 'inside.example:8080' }))).toEqual([200, null]);
  });

  test('is refused without a signature, on every path, and nothing moves', async () => {
    const before = await transactions();
    const headers = { authorization: `Bearer ${apiKey}` };
    for (const target of [balance, '/api/v1/key', '/api/v1/events/stream', '/api/v1/nowhere']) {
      expect(outcome(await send({ method: 'GET', target }, headers))).toEqual([401, 'signature_required']);
    }
    const body = payment();
    expect(outcome(await send({ method: 'POST', target: sendMoney, body }, headers))).toEqual([
      401,
      'signature_required',
    ]);
    expect(outcome(await send({ method: 'HEAD', target: balance }, headers))).toEqual([401, null]);
    expect(await transactions()).toBe(before);
  });

  test('gets the 404 of a path that is not there when it is signed', async () => {
    const read = signedRead('/api/v1/nowhere');
    expect(outcome(await send(read, read.headers))).toEqual([404, 'not_found']);
  });

  test('reads itself with the fingerprint of its signing key', async () => {
    const read = signedRead('/api/v1/key');
    expect((await send(read, read.headers)).body.data.signing_keys).toEqual([signer.keyId]);
  });

  test('opens a stream of events with a signature, once', async () => {
    const read = signedRead('/api/v1/events/stream');
    const opened = await fetch(`${world.baseUrl}${read.target}`, { headers: read.headers });
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await opened.body?.cancel();
    expect(await refused(read, read.headers)).toMatch(/nonce was used before/);
  });
});

describe('is refused, and nothing moves:', () => {
  test('the signature of another key pair, with its own keyid and with that of the right one', async () => {
    const stranger = drawKeyPair();
    const own = signedPayment({}, stranger);
    expect(await refused(own, own.headers)).toMatch(/keyid/);
    const taken = signedPayment({}, { ...stranger, keyId: signer.keyId });
    expect(await refused(taken, taken.headers)).toMatch(/does not fit/);
  });

  test('another body, method, path, query, and Idempotency-Key', async () => {
    const paid = signedPayment();
    const { headers } = paid;
    const body = payment().replace('1000', '9000');
    expect(await refused({ ...paid, body }, headers)).toMatch(/Content-Digest is not that of the body/);
    expect(await refused({ ...paid, body: undefined }, headers)).toMatch(/Content-Digest is not that of the body/);
    expect(await refused({ ...paid, method: 'PUT', target: '/api/v1/webhooks/1' }, headers)).toMatch(/does not fit/);
    expect(await refused({ ...paid, target: '/api/v1/wallet/withdraw/mobile' }, headers)).toMatch(/does not fit/);
    expect(await refused({ ...paid, target: `${sendMoney}?x=1` }, headers)).toMatch(/does not fit/);
    expect(await refused(paid, { ...headers, 'idempotency-key': 'another' })).toMatch(/does not fit/);
    const read = signedRead('/api/v1/wallet/transactions?limit=2');
    expect(await refused({ ...read, target: '/api/v1/wallet/transactions?limit=3' }, read.headers)).toMatch(/not fit/);
    // None of them used the nonce of the real request.
    expect(outcome(await send(paid, headers))).toEqual([200, null]);
  });

  test('another API key of the same client with the same signing key', async () => {
    const other = await world.key(shop, { signingKeys: [signer.pem] });
    const paid = signedPayment();
    expect(await refused(paid, { ...paid.headers, authorization: `Bearer ${other.apiKey}` })).toMatch(/does not fit/);
  });

  test('headers that are there twice', async () => {
    const paid = signedPayment();
    const { headers } = paid;
    const twice = (name: string, other: string) => ({ ...headers, [name]: [headers[name] ?? '', other] });
    expect(await refused(paid, twice('idempotency-key', 'another'))).toMatch(/does not fit/);
    expect(await refused(paid, twice('authorization', 'Bearer another'))).toMatch(/does not fit/);
    expect(await refused(paid, twice('content-digest', 'sha-512=:AAAA:'))).toMatch(/does not fit/);
    expect(await refused(paid, twice('signature', 'sig2=:AAAA:'))).toMatch(/exactly one signature/);
    const second = signedPayment().headers;
    const both = {
      ...headers,
      'signature-input': [headers['signature-input'] ?? '', (second['signature-input'] ?? '').replace('sig1', 'sig2')],
      signature: [headers.signature ?? '', (second.signature ?? '').replace('sig1', 'sig2')],
    };
    expect(await refused(paid, both)).toMatch(/exactly one signature/);
  });

  test('a signature of ten minutes ago, of ten minutes ahead, and one that has expired', async () => {
    const old = signedPayment({ created: nowSeconds() - 600 });
    expect(await refused(old, old.headers)).toMatch(/older than 300 seconds/);
    const ahead = signedPayment({ created: nowSeconds() + 600 });
    expect(await refused(ahead, ahead.headers)).toMatch(/in the future/);
    const expired = signedPayment({ created: nowSeconds() - 20, expires: nowSeconds() - 10 });
    expect(await refused(expired, expired.headers)).toMatch(/expired/);
  });

  test('a recording of two hours ago, which takes nothing of the rate limit of its key', async () => {
    const { apiKey: limited } = await world.key(shop, { signingKeys: [signer.pem], rateLimits: { balance: 1 } });
    const recording = signedRead(balance, { created: nowSeconds() - 7_200 }, signer, limited);
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await refused(recording, recording.headers)).toMatch(/seconds away from the service's clock/);
    }
    const read = signedRead(balance, {}, signer, limited);
    expect((await send(read, read.headers)).status).toBe(200);
  });

  test('the same request again, at the same process, at another one, and after a restart', async () => {
    const paid = signedPayment();
    expect(outcome(await send(paid, paid.headers))).toEqual([200, null]);
    expect(await refused(paid, paid.headers)).toMatch(/nonce was used before/);
    // Each of these has no memory but the database.
    const another = await world.startAnother();
    expect(await refused(paid, paid.headers, { baseUrl: another })).toMatch(/nonce was used before/);
    const restarted = await world.startAnother();
    expect(await refused(paid, paid.headers, { baseUrl: restarted })).toMatch(/nonce was used before/);
    const repeated = { ...paid, headers: signedHeaders(paid, signer) };
    expect(outcome(await send(repeated, repeated.headers, { baseUrl: another }))).toEqual([200, null]);
  });

  test('twenty times the same request at once, at two processes, pay once', async () => {
    const another = await world.startAnother();
    const before = await transactions();
    const request = { method: 'POST', target: sendMoney, apiKey, body: payment() };
    const headers = signedHeaders(request, signer);
    const places = [world.baseUrl, another];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(request, headers, { baseUrl: places[index % 2] ?? another })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(401)]);
    expect(await transactions()).toBe(before + 1);
  });
});

test('while the database does not answer, a signed request gets 503 and nothing happens, also afterwards', async () => {
  const before = await transactions();
  const paid = signedPayment();
  const blocker = await world.database.owner.connect();
  try {
    await blocker.query('BEGIN; LOCK TABLE signed_request IN ACCESS EXCLUSIVE MODE');
    expect(outcome(await send(paid, paid.headers))).toEqual([503, 'database_unavailable']);
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  await waitUntil('statements that waited have ended', async () => {
    const { rows } = await world.database.owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length === 0;
  });
  const repeated = { ...paid, headers: signedHeaders(paid, signer) };
  expect(outcome(await send(repeated, repeated.headers))).toEqual([200, null]);
  expect(await transactions()).toBe(before + 1);
});

describe('signing keys', () => {
  const actor = serviceActor('test');

  /** Whether a request with this signature is let in, once the change has reached the process. */
  const isLetIn = async (key: string, pair: ClientKeyPair) => {
    const read = signedRead(balance, {}, pair, key);
    return (await send(read, read.headers)).status === 200;
  };
  const changed = (what: string, key: string, pair: ClientKeyPair, lets: boolean) =>
    waitUntil(what, async () => (await isLetIn(key, pair)) === lets);

  test('are changed without an interruption: the new one beside the old one, then the new one alone', async () => {
    const [first, second] = [drawKeyPair(), drawKeyPair()];
    const key = await world.key(shop, { signingKeys: [first.pem] });
    const set = (...pairs: ClientKeyPair[]) =>
      setSigningKeys(world.database.pool, { apiKeyId: key.apiKeyId, signingKeys: pairs.map(({ pem }) => pem), actor });
    expect([await isLetIn(key.apiKey, first), await isLetIn(key.apiKey, second)]).toEqual([true, false]);
    await set(first, second);
    await changed('the second key signs', key.apiKey, second, true);
    expect(await isLetIn(key.apiKey, first)).toBe(true);
    await set(second);
    await changed('the first key signs no more', key.apiKey, first, false);
    expect(await isLetIn(key.apiKey, second)).toBe(true);
  });

  test('stay when the API key is rolled', async () => {
    const rolled = await rollApiKey(world.database.pool, { apiKeyId, overlapMs: 60_000, actor });
    expect(await isLetIn(rolled.apiKey, signer)).toBe(true);
    const headers = { authorization: `Bearer ${rolled.apiKey}` };
    expect(outcome(await send({ method: 'GET', target: balance }, headers))).toEqual([401, 'signature_required']);
  });

  test('are required of a key within moments of being set, and looked for no more when they are taken away', async () => {
    const key = await world.key(shop);
    const plain = { authorization: `Bearer ${key.apiKey}` };
    const asks = async () => (await send({ method: 'GET', target: balance }, plain)).body.code ?? 'let in';
    expect(await asks()).toBe('let in');
    const set = (signingKeys: string[]) =>
      setSigningKeys(world.database.pool, { apiKeyId: key.apiKeyId, signingKeys, actor });
    await set([signer.pem]);
    await waitUntil('a signature is required', async () => (await asks()) === 'signature_required');
    await set([]);
    await waitUntil('no signature is required', async () => (await asks()) === 'let in');
  });

  test('end the event streams that they do not allow any more', async () => {
    const [first, second] = [drawKeyPair(), drawKeyPair()];
    const key = await world.key(shop);
    const set = (...pairs: ClientKeyPair[]) =>
      setSigningKeys(world.database.pool, { apiKeyId: key.apiKeyId, signingKeys: pairs.map(({ pem }) => pem), actor });
    const target = '/api/v1/events/stream';
    const open = async (headers: Record<string, string>) => {
      const response = await fetch(`${world.baseUrl}${target}`, { headers });
      expect(response.status).toBe(200);
      let isOpen = true;
      const reading = response.body?.pipeTo(new WritableStream()).catch(() => undefined);
      void reading?.then(() => {
        isOpen = false;
      });
      return () => isOpen;
    };
    const signed = (pair: ClientKeyPair) => signedHeaders({ method: 'GET', target, apiKey: key.apiKey }, pair);
    const unsigned = await open({ authorization: `Bearer ${key.apiKey}` });
    await set(first);
    await waitUntil('the unsigned stream has ended', () => !unsigned());
    const ofFirst = await open(signed(first));
    await set(first, second);
    await changed('the second key signs', key.apiKey, second, true);
    const ofSecond = await open(signed(second));
    await set(second);
    await waitUntil('the stream of the first key has ended', () => !ofFirst());
    expect(ofSecond()).toBe(true);
    await set();
    await waitUntil('no signature is needed', async () => {
      const { status } = await send({ method: 'GET', target: balance }, { authorization: `Bearer ${key.apiKey}` });
      return status === 200;
    });
    expect(ofSecond()).toBe(true);
    await revokeApiKey(world.database.pool, { apiKeyId: key.apiKeyId, actor });
    await waitUntil('the last stream has ended', () => !ofSecond());
  });

  test('are not set while an older program serves, which would not look at signatures', async () => {
    await world.database.owner.query(
      `INSERT INTO process (process_id, host, pid, roles, version, state, seen_at)
       VALUES ('00000000-0000-4000-8000-000000000001', 'old', 1, '{api}', '0.1.9', 'ready', trusted_now())`,
    );
    try {
      const key = await world.key(shop);
      const asked = { apiKeyId: key.apiKeyId, signingKeys: [signer.pem], actor };
      await expect(setSigningKeys(world.database.pool, asked)).rejects.toThrow('a process of version 0.1.9 is running');
      await expect(world.key(shop, { signingKeys: [signer.pem] })).rejects.toThrow('version 0.1.9');
    } finally {
      await world.database.owner.query(`DELETE FROM process WHERE version = '0.1.9'`);
    }
  });
});
