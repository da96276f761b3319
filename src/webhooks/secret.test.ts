import { describe, expect, it } from 'vitest';
import { newWebhookSecret, secretBytes } from './secret.ts';

describe('the secret of a webhook', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secretBytes(secret)).toHaveLength(32);
    expect(`whsec_${secretBytes(secret).toString('base64')}`).toBe(secret);
    expect(newWebhookSecret()).not.toBe(secret);
  });

  it('without its prefix is refused', () => {
    expect(() => secretBytes('c2VjcmV0')).toThrow('begins with whsec_');
  });
});
