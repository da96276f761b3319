import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Sealer, SecretNotReadable } from '../../secrets/sealer.ts';
import { openSecrets, sealSecret } from './signing-secrets.ts';

const sealer = new Sealer([{ id: 'k1', key: randomBytes(32) }]);
const [oldSecret, newSecret] = ['whsec_old', 'whsec_new'];
const rolled = {
  webhookId: 7,
  secret: sealSecret(sealer, 7, oldSecret),
  nextSecret: sealSecret(sealer, 7, newSecret),
  nextSecretFromMs: 10_000,
};

test.each([
  ['never rolled', { ...rolled, nextSecret: null, nextSecretFromMs: null }, { secret: oldSecret, nextSecret: null }, 0],
  ['in the overlap both sign, the old one first', rolled, { secret: oldSecret, nextSecret: newSecret }, 9_999],
  ['from its end on only the new one', rolled, { secret: newSecret, nextSecret: null }, 10_000],
])('%s', (_, row, secrets, nowMs) => {
  expect(openSecrets(sealer, row, nowMs)).toEqual(secrets);
});

test('a secret in another webhook’s row does not open', () => {
  expect(() => openSecrets(sealer, { ...rolled, webhookId: 8 }, 0)).toThrow(SecretNotReadable);
});
