import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startNameServer } from '../../../test/webhooks/name-server.fixture.ts';
import { isLocalhost, lookupInDns, NameNotFound, NameServerFailed } from './lookup.ts';

const forever = new AbortController().signal;

describe('looking a name up', () => {
  it('gives its addresses, each one once, whatever the case and a dot at the end', async () => {
    const { server } = await startNameServer((name) =>
      name === 'a.test' ? ['8.8.8.8', '1.1.1.1', '8.8.8.8'] : 'unknown',
    );
    const lookup = lookupInDns({ servers: [server] });
    expect((await lookup('A.test.', forever)).toSorted()).toEqual(['1.1.1.1', '8.8.8.8']);
  });

  it('distinguishes a missing name from a name server that fails', async () => {
    const { server } = await startNameServer((name) => (name === 'broken.test' ? 'failing' : 'unknown'));
    const lookup = lookupInDns({ servers: [server] });
    await expect(lookup('no.test', forever)).rejects.toThrow(new NameNotFound('no.test'));
    await expect(lookup('broken.test', forever)).rejects.toThrow(new NameServerFailed('broken.test', 'ESERVFAIL'));
  });

  it('a name without addresses is not there', async () => {
    const { server } = await startNameServer(() => []);
    await expect(lookupInDns({ servers: [server] })('mail-only.test', forever)).rejects.toThrow(NameNotFound);
  });

  it('knows localhost and the names below it without asking', async () => {
    const { server, questions } = await startNameServer(() => ['8.8.8.8']);
    for (const name of ['localhost', 'LOCALHOST.', 'shop.localhost']) {
      expect(isLocalhost(name)).toBe(true);
      expect(await lookupInDns({ servers: [server] })(name, forever)).toEqual(['127.0.0.1', '::1']);
    }
    expect(isLocalhost('localhost.example.com')).toBe(false);
    expect(isLocalhost('notlocalhost')).toBe(false);
    expect(questions).toEqual([]);
  });

  it('believes the hosts file before the DNS', async () => {
    const { server, questions } = await startNameServer(() => ['8.8.8.8']);
    const folder = mkdtempSync(join(tmpdir(), 'nsimbi-hosts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const hostsFile = join(folder, 'hosts');
    writeFileSync(hostsFile, '# comment\n10.0.0.7\tReceiver.internal hooks # one more\n10.0.0.8 hooks\n');
    const lookup = lookupInDns({ servers: [server], hostsFile });
    expect(await lookup('receiver.internal', forever)).toEqual(['10.0.0.7']);
    expect(await lookup('hooks', forever)).toEqual(['10.0.0.7', '10.0.0.8']);
    expect(questions).toEqual([]);
    expect(await lookup('comment', forever)).toEqual(['8.8.8.8']);
  });

  it('ends at once when it is no longer wanted', async () => {
    const { server } = await startNameServer(() => 'silence');
    const ending = new AbortController();
    const asked = lookupInDns({ servers: [server] })('slow.test', ending.signal);
    setTimeout(() => ending.abort(), 50);
    const begunMs = performance.now();
    await expect(asked).rejects.toThrow('could not be looked up');
    expect(performance.now() - begunMs).toBeLessThan(4_000);
  });

  it('makes no query when it is aborted before the hosts file is read', async () => {
    const { server, questions } = await startNameServer(() => 'silence');
    const ending = new AbortController();
    const asked = lookupInDns({ servers: [server] })('slow.test', ending.signal);
    ending.abort();
    await expect(asked).rejects.toThrow('could not be looked up');
    expect(questions).toEqual([]);
  });

  it('four silent name servers delay no other lookup', async () => {
    const { server } = await startNameServer((name) => (name === 'quick.test' ? ['8.8.8.8'] : 'silence'));
    const lookup = lookupInDns({ servers: [server] });
    const ending = new AbortController();
    const silent = Array.from({ length: 32 }, (_, index) =>
      lookup(`silent${index}.test`, ending.signal).catch(() => []),
    );
    const begunMs = performance.now();
    expect(await lookup('quick.test', forever)).toEqual(['8.8.8.8']);
    expect(performance.now() - begunMs).toBeLessThan(4_000);
    ending.abort();
    await Promise.all(silent);
  });
});
