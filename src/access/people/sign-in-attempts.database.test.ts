import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { beginPasskeyAttempt } from './sign-in-attempts.ts';

test('the first failures delay nobody, also not for the rest of their millisecond', async () => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  const source = { address: '203.0.113.7', knownBrowser: null };
  for (let person = 1; person <= 150; person += 1) {
    const attempts = Array.from({ length: 3 }, () => beginPasskeyAttempt(pool, `person ${person}`, source));
    expect(await Promise.allSettled(attempts)).toMatchObject(attempts.map(() => ({ status: 'fulfilled' })));
  }
});
