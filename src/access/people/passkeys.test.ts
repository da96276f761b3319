import { expect, test } from 'vitest';
import { passkeySite } from './passkeys.ts';

test.each([
  ['https://pay.example.ug', { rpId: 'pay.example.ug', origin: 'https://pay.example.ug' }],
  ['https://pay.example.ug:8443/', { rpId: 'pay.example.ug', origin: 'https://pay.example.ug:8443' }],
  ['http://localhost:4500', { rpId: 'localhost', origin: 'http://localhost:4500' }],
  ['http://pay.localhost:4500', { rpId: 'pay.localhost', origin: 'http://pay.localhost:4500' }],
  // Browsers know no passkeys at an IP address; the same machine has a name.
  ['http://127.0.0.1:4500', { rpId: 'localhost', origin: 'http://localhost:4500' }],
  ['http://[::1]:4500', { rpId: 'localhost', origin: 'http://localhost:4500' }],
  ['http://127.0.0.1', { rpId: 'localhost', origin: 'http://localhost' }],
  ['http://pay.example.ug', null],
  ['http://10.0.0.7:4500', null],
  ['https://10.0.0.7', null],
  ['https://[2001:db8::7]', null],
])('passkeys of a dashboard at %s belong to its domain, where browsers allow them', (baseUrl, site) => {
  expect(passkeySite(baseUrl)).toEqual(site);
});
