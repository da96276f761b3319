import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startNameServer } from '../../../test/webhooks/name-server.fixture.ts';
import type { Mode } from '../../ledger/transaction.ts';
import { AddressPolicy } from './address-policy.ts';
import { lookupInDns } from './lookup.ts';
import { serviceOfPort } from './ports-of-other-services.ts';

const strict = new AddressPolicy({ allowLoopbackInTest: false, allowedNetworks: [] });
const local = new AddressPolicy({ allowLoopbackInTest: true, allowedNetworks: [] });
const modes: readonly Mode[] = ['live', 'test'];

describe('which addresses a webhook may reach', () => {
  it.each([
    ['8.8.8.8', null],
    ['41.210.128.1', null],
    ['1.0.0.1', null],
    ['223.255.255.255', null],
    ['2c0f:fe38::7', null],
    ['2606:4700:4700::1111', null],
    ['0.0.0.0', 'an address of this network itself'],
    ['0.1.2.3', 'an address of this network itself'],
    ['10.0.0.7', 'a private address'],
    ['172.16.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['172.32.0.1', null],
    ['192.168.1.1', 'a private address'],
    ['100.64.0.1', 'a shared address of a carrier'],
    ['100.127.255.255', 'a shared address of a carrier'],
    ['100.128.0.1', null],
    ['127.0.0.1', 'a loopback address'],
    ['127.255.255.254', 'a loopback address'],
    ['169.254.169.254', 'a link-local address'],
    ['192.0.0.8', 'a reserved address'],
    ['192.0.1.1', null],
    ['192.0.2.1', 'an address for documentation'],
    ['198.51.100.1', 'an address for documentation'],
    ['203.0.113.1', 'an address for documentation'],
    ['192.88.99.1', 'a 6to4 relay'],
    ['198.18.0.1', 'an address for benchmarks'],
    ['198.19.255.255', 'an address for benchmarks'],
    ['198.20.0.1', null],
    ['224.0.0.1', 'a multicast address'],
    ['239.255.255.255', 'a multicast address'],
    ['240.0.0.1', 'a reserved address'],
    ['255.255.255.255', 'the broadcast address'],
    ['::', 'the unspecified address'],
    ['::1', 'a loopback address'],
    ['::127.0.0.1', 'an IPv4 address inside an IPv6 address'],
    // Public inside, and still refused: nobody needs this spelling, and what it reaches depends on the machine.
    ['::ffff:8.8.8.8', 'an IPv4 address inside an IPv6 address'],
    ['::ffff:7f00:1', 'an IPv4 address inside an IPv6 address'],
    ['::ffff:0:127.0.0.1', 'an IPv4 address inside an IPv6 address'],
    ['64:ff9b::7f00:1', 'a NAT64 address'],
    ['64:ff9b::808:808', 'a NAT64 address'],
    ['64:ff9b:1::a00:1', 'a NAT64 address'],
    ['64:ff9b:2::1', 'a reserved address'],
    ['100::1', 'a discard address'],
    ['2001::1', 'a Teredo address'],
    ['2001:0:4136:e378::1', 'a Teredo address'],
    ['2001:10::1', 'a reserved address'],
    ['2001:2::1', 'a reserved address'],
    ['2001:200::1', null],
    ['2001:db8::1', 'an address for documentation'],
    ['3fff::1', 'an address for documentation'],
    ['2002:7f00:1::', 'a 6to4 address'],
    ['fc00::1', 'a private address'],
    ['fd12:3456::1', 'a private address'],
    ['fe80::1', 'a link-local address'],
    ['fe80::1%eth0', 'a link-local address'],
    ['fec0::1', 'a private address'],
    ['ff02::1', 'a multicast address'],
    // Outside of 2000::/3 nothing is given out.
    ['4000::1', 'a reserved address'],
    ['5f00::1', 'a reserved address'],
  ])('%s: %s', (address, purpose) => {
    for (const mode of modes) {
      expect(strict.forbiddenAs(address, mode)).toBe(purpose);
      expect(strict.mayReach(address, mode)).toBe(purpose === null);
    }
  });

  it.each(['', 'example.com', '0x7f.0.0.1', '017700000001', '2130706433', '127.1', '1.2.3.4.5', 'fe80::1::2'])(
    'not "%s", which is no address',
    (address) => {
      expect(local.mayReach(address, 'test')).toBe(false);
    },
  );

  it('this machine only in test mode, and only while that is on', () => {
    for (const address of ['127.0.0.1', '127.8.8.8', '::1']) {
      expect(local.mayReach(address, 'test')).toBe(true);
      expect(local.mayReach(address, 'live')).toBe(false);
      expect(strict.mayReach(address, 'test')).toBe(false);
    }
    for (const address of ['0.0.0.0', '::', '::ffff:127.0.0.1', '10.0.0.1', '64:ff9b::7f00:1']) {
      expect(local.mayReach(address, 'test')).toBe(false);
    }
  });

  it('networks that the operator allows, in both modes, and nothing beside them', () => {
    const addressPolicy = new AddressPolicy({
      allowLoopbackInTest: false,
      allowedNetworks: ['10.1.0.0/16', '192.168.7.9', 'fd00::/8'],
    });
    for (const mode of modes) {
      for (const address of ['10.1.255.255', '192.168.7.9', 'fd00::1'])
        expect(addressPolicy.mayReach(address, mode)).toBe(true);
      for (const address of ['10.2.0.0', '192.168.7.8', 'fc00::1', '::ffff:10.1.0.1']) {
        expect(addressPolicy.mayReach(address, mode)).toBe(false);
      }
    }
  });

  it('no address at all of the private networks (property)', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (b, c, d) => {
        for (const address of [`10.${b}.${c}.${d}`, `127.${b}.${c}.${d}`, `192.168.${c}.${d}`, `169.254.${c}.${d}`]) {
          if (strict.mayReach(address, 'live')) return false;
        }
        return true;
      }),
    );
  });
});

describe('the url of a webhook', () => {
  it.each([
    'https://example.com/hooks',
    'HTTPS://example.com',
    'https://example.com:8443/a/b?c=d&e=%20',
    'https://münchen.example/grüße',
    'https://8.8.8.8/hooks',
    'https://[2c0f:fe38::7]/hooks',
    `https://example.com/${'a'.repeat(2_028)}`,
  ])('%s is fine', (url) => {
    for (const mode of modes) expect(strict.urlProblem(url, mode)).toBeNull();
  });

  it.each([
    ['', 'must begin with https://'],
    ['example.com/hooks', 'must begin with https://'],
    ['ftp://example.com', 'must begin with https://'],
    ['http://example.com', 'must begin with https://'],
    ['https:example.com', 'must begin with https://'],
    ['https:///example.com', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['https://', 'must begin with https://'],
    ['https://exa mple.com', 'must not contain spaces'],
    [' https://example.com', 'must not contain spaces'],
    ['https://example.com/a\nb', 'must not contain spaces, control characters'],
    ['https://example.com\u0000', 'must not contain spaces, control characters'],
    ['https://example.com\\@localhost/', 'backslashes'],
    ['https://example.com/\ud800', 'must not contain'],
    ['https://256.1.1.1', 'must be a valid URL'],
    ['https://example.com:0/', 'must be a valid URL'],
    ['https://example.com:99999/', 'must be a valid URL'],
    ['https://user@example.com', 'must not contain a user name or a password'],
    ['https://:password@example.com', 'must not contain a user name or a password'],
    ['https://example.com/#part', 'must not contain a fragment'],
    ['https://example.com/#', 'must not contain a fragment'],
    [`https://example.com/${'a'.repeat(2_029)}`, 'must have at most 2,048 characters'],
  ])('%j %s', (url, problem) => {
    for (const mode of modes) expect(strict.urlProblem(url, mode)).toContain(problem);
  });

  it.each([
    ['https://127.0.0.1/', '127.0.0.1 is a loopback address'],
    ['https://2130706433/', '127.0.0.1 is a loopback address'],
    ['https://0x7f000001/', '127.0.0.1 is a loopback address'],
    ['https://0x7f.1/', '127.0.0.1 is a loopback address'],
    ['https://0177.0.0.1/', '127.0.0.1 is a loopback address'],
    ['https://127.1/', '127.0.0.1 is a loopback address'],
    ['https://127.0.0.1./', '127.0.0.1 is a loopback address'],
    ['https://%31%32%37.0.0.1/', '127.0.0.1 is a loopback address'],
    ['https://127。0。0。1/', '127.0.0.1 is a loopback address'],
    ['https://①②⑦.0.0.1/', '127.0.0.1 is a loopback address'],
    ['https://0/', '0.0.0.0 is an address of this network itself'],
    ['https://169.254.169.254/latest/meta-data', '169.254.169.254 is a link-local address'],
    ['https://0xa9fea9fe/', '169.254.169.254 is a link-local address'],
    ['https://10.0.0.7/', '10.0.0.7 is a private address'],
    ['https://[::1]/', '::1 is a loopback address'],
    ['https://[0:0:0:0:0:0:0:1]/', '::1 is a loopback address'],
    ['https://[::]/', ':: is the unspecified address'],
    ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1 is an IPv4 address inside an IPv6 address'],
    ['https://[64:ff9b::10.0.0.1]/', '64:ff9b::a00:1 is a NAT64 address'],
    ['https://[fe80::1]/', 'fe80::1 is a link-local address'],
    ['https://localhost/', 'localhost is this machine itself'],
    ['https://LOCALHOST:8443/', 'localhost is this machine itself'],
    ['https://localhost./', 'localhost. is this machine itself'],
    ['https://shop.localhost/', 'shop.localhost is this machine itself'],
    ['https://ⓛocalhost/', 'localhost is this machine itself'],
  ])('%s leads nowhere public: %s', (url, problem) => {
    for (const mode of modes) {
      expect(strict.urlProblem(url, mode)).toBe(`url must lead to the public internet; ${problem}.`);
    }
  });

  it.each(['http://localhost:3000/hooks', 'http://127.0.0.1:3000', 'https://[::1]:3000', 'http://example.com'])(
    '%s is fine in test mode while loopback is allowed',
    (url) => {
      expect(local.urlProblem(url, 'test')).toBeNull();
      expect(local.urlProblem(url, 'live')).not.toBeNull();
      expect(strict.urlProblem(url, 'test')).not.toBeNull();
    },
  );

  it.each([
    ['https://example.com:22/', '22', 'SSH'],
    ['https://example.com:25/', '25', 'SMTP'],
    ['https://8.8.8.8:53/hooks', '53', 'DNS'],
    ['https://db.example.com:5432/', '5432', 'PostgreSQL'],
    ['https://[2c0f:fe38::7]:06379/', '6379', 'Redis'],
    ['https://example.com:27017/?a=b', '27017', 'MongoDB'],
  ])('%s uses port %s, which is for %s', (url, port, service) => {
    const sentence = `url must not use port ${port}, which is for ${service}; use a port for HTTPS, such as 443.`;
    for (const mode of modes) expect(strict.urlProblem(url, mode)).toBe(sentence);
    const allowed = new AddressPolicy({ allowLoopbackInTest: true, allowedNetworks: ['0.0.0.0/0', '::/0'] });
    expect(allowed.urlProblem(url.replace('https:', 'http:'), 'test')).toBe(sentence);
  });

  it.each([80, 443, 3000, 4000, 5000, 8000, 8080, 8443, 9200, 32768, 60999])('may use port %i', (port) => {
    expect(strict.urlProblem(`https://example.com:${port}/`, 'live')).toBeNull();
  });

  it('uses no port that browsers refuse, and none that an operating system hands out is refused', () => {
    const { badPorts } = createRequire(import.meta.url)('undici/lib/web/fetch/constants.js');
    expect(badPorts.length).toBeGreaterThan(80);
    for (const port of badPorts) expect([port, serviceOfPort(Number(port))]).toEqual([port, expect.any(String)]);
    for (let port = 32_768; port <= 65_535; port += 1) expect(serviceOfPort(port)).toBeNull();
  });

  it('may name an address that the operator allows, over https', () => {
    const addressPolicy = new AddressPolicy({ allowLoopbackInTest: false, allowedNetworks: ['10.0.0.0/8'] });
    expect(addressPolicy.urlProblem('https://10.0.0.7/hooks', 'live')).toBeNull();
    expect(addressPolicy.urlProblem('http://10.0.0.7/hooks', 'live')).toContain('must begin with https://');
  });
});

describe('the name in the url of a webhook, at registration', () => {
  const resolved = async (says: Parameters<typeof startNameServer>[0], mode: Mode = 'live', addressPolicy = strict) => {
    const { server } = await startNameServer(says);
    const lookup = lookupInDns({ servers: [server], hostsFile: '/nowhere' });
    return addressPolicy.resolvedProblem('https://hooks.example.test/', mode, lookup);
  };

  it('that leads to the public internet is fine', async () => {
    expect(await resolved(() => ['8.8.8.8', '1.1.1.1'])).toBeNull();
  });

  it('that resolves to 127.0.0.1 is refused', async () => {
    const sentence =
      'url must lead to the public internet; hooks.example.test resolves to 127.0.0.1, a loopback address.';
    expect(await resolved(() => ['127.0.0.1'])).toBe(sentence);
    expect(await resolved(() => ['127.0.0.1'], 'test')).toBe(sentence);
    expect(await resolved(() => ['127.0.0.1'], 'test', local)).toBeNull();
  });

  it('is refused when one of its addresses is private', async () => {
    expect(await resolved(() => ['8.8.8.8', '10.0.0.7'])).toContain('10.0.0.7, a private address');
  });

  it.each(['unknown', 'failing'] as const)('is accepted while it does not resolve yet (%s)', async (says) => {
    expect(await resolved(() => says)).toBeNull();
  });

  it('is accepted after five seconds when its name server is silent', async () => {
    const begunMs = performance.now();
    expect(await resolved(() => 'silence')).toBeNull();
    expect(performance.now() - begunMs).toBeLessThan(8_000);
  });

  it('is not queried when the url has an address', async () => {
    const lookup = () => Promise.reject(new Error('nobody should ask'));
    expect(await strict.resolvedProblem('https://8.8.8.8/', 'live', lookup)).toBeNull();
  });
});
