import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EncryptionKey, readEncryptionKey } from './sealer.ts';

const fileName = 'encryption-keys';

/**
 * The keys that seal secrets: those of the settings, else those of the file `encryption-keys` in the data folder, one
 * `id:base64` a line, the first one for new secrets. A missing file is made with a fresh key, readable by its owner only.
 * @throws EncryptionKeysWrong when the file holds something else.
 */
export function encryptionKeys(
  fromSettings: readonly EncryptionKey[] | null,
  dataDir: string,
): [EncryptionKey, ...EncryptionKey[]] {
  const [first, ...others] = fromSettings ?? readFile(dataDir);
  if (first === undefined) throw new EncryptionKeysWrong(`${encryptionKeysFile(dataDir)} holds no key`);
  return [first, ...others];
}

/** Where the keys are when no setting holds them. */
export function encryptionKeysFile(dataDir: string): string {
  return join(dataDir, fileName);
}

export class EncryptionKeysWrong extends Error {
  override readonly name = 'EncryptionKeysWrong';
}

function readFile(dataDir: string): EncryptionKey[] {
  const file = encryptionKeysFile(dataDir);
  if (!existsSync(file)) writeFirstKey(dataDir, file);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line, index) => {
    const key = readEncryptionKey(line);
    if (key === undefined) throw new EncryptionKeysWrong(`${file}, line ${index + 1}: no key of the form id:base64`);
    return key;
  });
}

/** Two processes may come here together: a link can be created only once, and the second process reads the key of the first. */
function writeFirstKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(unfinished);
  }
}
