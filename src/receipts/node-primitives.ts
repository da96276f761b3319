import { createPublicKey, hash, verify } from 'node:crypto';
import type { Primitives } from './verify/verify-receipt.ts';

/** The calculations of a verification by Node's own cryptography. */
export const nodePrimitives: Primitives = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  isSignature: (publicKey, message, signature) => {
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, message, key, signature);
  },
};
