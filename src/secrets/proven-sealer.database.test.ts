import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { EncryptionKeysWrong } from './encryption-keys.ts';
import { provenSealer } from './proven-sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

const key = (id: string) => ({ id, key: randomBytes(32) });

describe('the keys of a database', () => {
  it('are those of its first process, rolled ones included; a process with others is refused and changes nothing', async () => {
    const original = key('k1');
    const sealed = (await provenSealer(database.pool, [original])).seal('text', 'webhook 1');
    await expect(provenSealer(database.pool, [key('k1')])).rejects.toThrow(EncryptionKeysWrong);
    await expect(provenSealer(database.pool, [key('k2')])).rejects.toThrow('put the original encryption-keys file');
    const rolled = await provenSealer(database.pool, [key('k2'), original]);
    expect(rolled.open(sealed, 'webhook 1')).toBe('text');
  });
});
