import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { builtFolder } from './mount-dashboard.ts';
import { registerStaticFiles } from './static-files.ts';

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** More than the system takes for a connection whose reader takes nothing. */
const largeScript = Buffer.from('const shillings = 50_000;\n'.repeat(1_000_000));
const compressedScript = { br: brotliCompressSync(largeScript, quick), gz: gzipSync(largeScript) };
const smallStyle = '.amount { text-align: right }\n';
const page = '<!doctype html>\n<div id="root"></div>\n';

let folder: string;
let server: FastifyInstance;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-built-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'color-scheme.js'), 'document.dark = true;\n');
  writeFileSync(join(folder, 'assets/style-1a2b3c4d.css'), smallStyle);
  writeFileSync(join(folder, 'assets/large-1a2b3c4d.js'), largeScript);
  writeFileSync(join(folder, 'assets/large-1a2b3c4d.js.br'), compressedScript.br);
  writeFileSync(join(folder, 'assets/large-1a2b3c4d.js.gz'), compressedScript.gz);
  server = fastify();
  onTestFinished(() => server.close());
  await registerStaticFiles(server, folder);
});

async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return server.inject({ method, url, headers });
}

test('files are read once, and served after they are gone from the disk', async () => {
  rmSync(folder, { recursive: true });
  expect((await get('/assets/large-1a2b3c4d.js')).rawPayload.equals(largeScript)).toBe(true);
  expect((await get('/assets/style-1a2b3c4d.css')).body).toBe(smallStyle);
  expect((await get('/sign-in')).body).toBe(page);
});

/** Other systems do not show which files a process holds open. */
test.skipIf(process.platform !== 'linux')(
  'readers who take nothing of a file hold no file open, and little of it in memory',
  async () => {
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const taken: Socket[] = [];
    for (let reader = 0; reader < 20; reader += 1) {
      const accepted = once(server.server, 'connection');
      const client = connect(port, '127.0.0.1');
      onTestFinished(() => void client.destroy());
      taken.push(...(await accepted));
      client.write('GET /assets/large-1a2b3c4d.js HTTP/1.1\r\nHost: x\r\n\r\n');
    }
    const waits = (socket: Socket) => socket.writableNeedDrain;
    await vi.waitFor(() => expect(taken.every(waits)).toBe(true), { timeout: 60_000 });
    const open = readdirSync('/proc/self/fd').filter((descriptor) => linkOf(descriptor).startsWith(folder));
    expect(open).toEqual([]);
    for (const socket of taken) expect(socket.writableLength).toBeLessThan(1_000_000);
  },
);

/** The file of a descriptor; empty where it was closed meanwhile. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

describe('a file', () => {
  test('comes in the encoding that the browser prefers, the same bytes in each', async () => {
    const plain = await get('/assets/large-1a2b3c4d.js');
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    const brotli = await get('/assets/large-1a2b3c4d.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).equals(largeScript)).toBe(true);
    const zipped = await get('/assets/large-1a2b3c4d.js', { 'accept-encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).equals(largeScript)).toBe(true);
  });

  test('that the build did not compress comes as it is', async () => {
    const style = await get('/assets/style-1a2b3c4d.css', { 'accept-encoding': 'gzip, deflate, br' });
    expect(style.headers).not.toHaveProperty('content-encoding');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(style.body).toBe(smallStyle);
  });

  test.each(['/', '/color-scheme.js', '/assets/style-1a2b3c4d.css', '/assets/large-1a2b3c4d.js'])(
    '%s answers HEAD like GET without a body, and 304 to who has it',
    async (url) => {
      const got = await get(url);
      const head = await get(url, {}, 'HEAD');
      expect([head.statusCode, head.body]).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy', 'etag']) {
        expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
      }
      expect(got.headers['content-length']).toBe(String(got.rawPayload.length));
      for (const method of ['GET', 'HEAD'] as const) {
        const known = await get(url, { 'if-none-match': String(got.headers.etag) }, method);
        expect([known.statusCode, known.body]).toEqual([304, '']);
        expect(known.headers['cache-control']).toBe(got.headers['cache-control']);
      }
    },
  );

  test('has an ETag of its content, so that a build made again at another time changes nothing', async () => {
    const { etag } = (await get('/')).headers;
    utimesSync(join(folder, 'index.html'), 0, 0);
    const again = fastify();
    onTestFinished(() => again.close());
    await registerStaticFiles(again, folder);
    expect((await again.inject('/')).headers.etag).toBe(etag);
  });

  test('is not served compressed by the name of its compressed form', async () => {
    for (const ending of ['br', 'gz']) {
      const answer = await get(`/assets/large-1a2b3c4d.js.${ending}`, { accept: 'text/html' });
      expect([answer.statusCode, answer.body]).toEqual([404, page]);
    }
  });

  test('of the build has a type that browsers take', async () => {
    const built = fastify();
    onTestFinished(() => built.close());
    await registerStaticFiles(built, builtFolder);
    const names = readdirSync(builtFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name).slice(builtFolder.length));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const { statusCode, headers } = await built.inject({ method: 'HEAD', url: name });
      expect([name, statusCode]).toEqual([name, 200]);
      expect(headers['content-type']).not.toBe('application/octet-stream');
    }
  });
});

test('an unknown address is the whole page with 404, also for a browser that has the page', async () => {
  const { headers } = await get('/');
  const unknown = await get('/nothing-here', { accept: 'text/html', 'if-none-match': String(headers.etag) });
  expect([unknown.statusCode, unknown.body]).toEqual([404, page]);
  expect(unknown.headers).not.toHaveProperty('etag');
});
