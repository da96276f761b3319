import type { Queryable } from '../postgres/pool.ts';
import { EncryptionKeysWrong } from './encryption-keys.ts';
import { type EncryptionKey, Sealer, SecretNotReadable } from './sealer.ts';

const context = 'installation';

/**
 * A sealer with keys that open this database's secrets. The first process seals a word; every later one must be able to
 * open it, so that a process with other keys does not start and then seal what its fellows cannot read.
 * @throws EncryptionKeysWrong when the keys are others.
 */
export async function provenSealer(db: Queryable, keys: readonly [EncryptionKey, ...EncryptionKey[]]): Promise<Sealer> {
  const sealer = new Sealer(keys);
  await db.query('UPDATE installation SET sealed_word = $1 WHERE sealed_word IS NULL', [
    sealer.seal('nsimbi', context),
  ]);
  const { rows } = await db.query<{ sealed_word: Buffer }>('SELECT sealed_word FROM installation');
  const word = rows[0]?.sealed_word;
  if (word === undefined) throw new Error('the database has no installation id');
  try {
    sealer.open(word, context);
  } catch (error) {
    if (!(error instanceof SecretNotReadable)) throw error;
    throw new EncryptionKeysWrong(
      `the secrets in the database were sealed with other keys (${error.message}); ` +
        'put the original encryption-keys file in the data folder, or its keys in NSIMBI_ENCRYPTION_KEYS',
    );
  }
  return sealer;
}
