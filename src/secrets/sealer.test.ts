import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EncryptionKeysWrong, encryptionKeys } from './encryption-keys.ts';
import { Sealer, SecretNotReadable } from './sealer.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });

describe('sealed secrets', () => {
  it('open again, and look different each time', () => {
    const sealer = new Sealer([key('k1')]);
    const [one, two] = [sealer.seal('whsec_ü', 'webhook 7'), sealer.seal('whsec_ü', 'webhook 7')];
    expect(one.equals(two)).toBe(false);
    expect(sealer.open(one, 'webhook 7')).toBe('whsec_ü');
    expect(one.includes('whsec')).toBe(false);
  });

  it('open after the key was rolled, and new ones are sealed with the new key', () => {
    const [old, fresh] = [key('k1'), key('k2')];
    const sealed = new Sealer([old]).seal('text', 'webhook 7');
    const rolled = new Sealer([fresh, old]);
    expect(rolled.open(sealed, 'webhook 7')).toBe('text');
    expect(() => new Sealer([old]).open(rolled.seal('text', 'webhook 7'), 'webhook 7')).toThrow('key k2 is missing');
  });

  it('do not open when moved, changed, cut short, or sealed with another key of the same id', () => {
    const sealer = new Sealer([key('k1')]);
    const sealed = sealer.seal('text', 'webhook 7');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => sealer.open(sealed, 'webhook 8')).toThrow(SecretNotReadable);
    expect(() => sealer.open(changed, 'webhook 7')).toThrow(SecretNotReadable);
    expect(() => sealer.open(sealed.subarray(0, 10), 'webhook 7')).toThrow(SecretNotReadable);
    expect(() => sealer.open(Buffer.alloc(0), 'webhook 7')).toThrow(SecretNotReadable);
    expect(() => new Sealer([key('k1')]).open(sealed, 'webhook 7')).toThrow(SecretNotReadable);
  });
});

describe('the file of encryption keys', () => {
  it('is made once, for its owner only, and read again', () => {
    const folder = temporaryFolder();
    const made = encryptionKeys(null, folder);
    expect(made[0].key).toHaveLength(32);
    expect(statSync(join(folder, 'encryption-keys')).mode & 0o777).toBe(0o600);
    expect(encryptionKeys(null, folder)).toEqual(made);
  });

  it('is not looked at when the settings name keys', () => {
    const folder = temporaryFolder();
    const named = key('env');
    expect(encryptionKeys([named], folder)).toEqual([named]);
    expect(() => readFileSync(join(folder, 'encryption-keys'))).toThrow('ENOENT');
  });

  it('is refused when it holds something else, and the line is named without its text', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'encryption-keys'), `k1:${randomBytes(32).toString('base64')}\nk2:short\n`);
    chmodSync(join(folder, 'encryption-keys'), 0o600);
    expect(() => encryptionKeys(null, folder)).toThrow(EncryptionKeysWrong);
    expect(() => encryptionKeys(null, folder)).toThrow('line 2');
    expect(() => encryptionKeys(null, folder)).not.toThrow('short');
  });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
