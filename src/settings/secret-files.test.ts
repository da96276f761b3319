import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, loadConfig, settingTexts } from '../config.ts';

const url = 'postgres://nsimbi:hunter2@db.example/nsimbi';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('settings in files of NSIMBI_SECRETS_DIR', () => {
  it('are read without the line break that editors and echo add', () => {
    const folder = folderOf({ DATABASE_URL: `${url}\n`, NSIMBI_METRICS_TOKEN: 'a-token-of-metrics\r\n' });
    expect(loadConfig({ NSIMBI_SECRETS_DIR: folder, PORT: '4600' })).toMatchObject({
      databaseUrl: url,
      metricsToken: 'a-token-of-metrics',
      port: 4600,
      secretsDir: folder,
    });
  });

  it('are among the texts in which nsimbi doctor looks for secrets that it must not show', () => {
    const folder = folderOf({ NSIMBI_AIRTEL_PIN: '4321' });
    expect(settingTexts({ NSIMBI_SECRETS_DIR: folder })).toHaveProperty('NSIMBI_AIRTEL_PIN', '4321');
  });

  it('are links in a mounted Secret of Kubernetes, beside hidden files and folders', () => {
    const folder = folderOf({ '.hidden': 'x' });
    mkdirSync(join(folder, '..2026_11_25'));
    writeFileSync(join(folder, '..2026_11_25/DATABASE_URL'), url);
    symlinkSync('..2026_11_25', join(folder, '..data'));
    symlinkSync('..data/DATABASE_URL', join(folder, 'DATABASE_URL'));
    mkdirSync(join(folder, 'kubernetes.io'));
    expect(loadConfig({ NSIMBI_SECRETS_DIR: folder }).databaseUrl).toBe(url);
  });

  it('replace an empty variable, as a compose file passes one that is not set', () => {
    const folder = folderOf({ DATABASE_URL: url });
    expect(loadConfig({ NSIMBI_SECRETS_DIR: folder, DATABASE_URL: '' }).databaseUrl).toBe(url);
  });

  it.each([
    [{ NSIMBI_MTN_API_KAY: 'hunter2' }, {}, /^NSIMBI_MTN_API_KAY is not a setting; the nearest one is NSIMBI_MTN_/],
    [{ 'database-url': 'hunter2' }, {}, /^database-url is not a setting; the nearest one is /],
    [
      { DATABASE_URL: url },
      { DATABASE_URL: url },
      /^DATABASE_URL is set as an environment variable and in \/\S+\/DATABASE_URL; remove one of them$/,
    ],
    [{ NSIMBI_AIRTEL_PIN: '43210' }, {}, /^NSIMBI_AIRTEL_PIN is "…"; it must be four digits$/],
    [
      { NSIMBI_SECRETS_DIR: '/elsewhere' },
      {},
      /^\/\S+\/NSIMBI_SECRETS_DIR is not read; set NSIMBI_SECRETS_DIR as an environment variable$/,
    ],
    [
      { DATABASE_URL: 'hunter2'.repeat(10_000) },
      {},
      /^\/\S+\/DATABASE_URL is larger than 64 KiB, so it is not the value of a setting$/,
    ],
  ])('%# stop the start with one line that shows no value', (files, env, message) => {
    const load = () => loadConfig({ NSIMBI_SECRETS_DIR: folderOf(files), ...env });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(message);
    expect(load).not.toThrow(/hunter2/);
  });

  it('stop the start when the folder, or a file in it, cannot be read', () => {
    expect(() => loadConfig({ NSIMBI_SECRETS_DIR: '/nonexistent' })).toThrow(
      new ConfigError('/nonexistent of NSIMBI_SECRETS_DIR cannot be read (ENOENT)'),
    );
    const folder = folderOf({});
    symlinkSync('gone', join(folder, 'DATABASE_URL'));
    expect(() => loadConfig({ NSIMBI_SECRETS_DIR: folder })).toThrow(
      new ConfigError(`${folder}/DATABASE_URL of NSIMBI_SECRETS_DIR cannot be read (ENOENT)`),
    );
  });
});
