import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readEncryptionKey } from './client.ts';

const key = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');
const hourMs = 3_600_000;
const nowMs = Date.parse('2026-11-20T12:00:00Z');

describe("Airtel's key for signing", () => {
  test.each([
    ['under data', { data: { key_id: '1', key, valid_upto: '31-12-2026' }, status: { code: '200' } }],
    ['at the top, as the .ug host has it', { key_id: 1, key, valid_upto: '31-12-2026' }],
  ])('is read %s', (_where, json) => {
    expect(readEncryptionKey(json, nowMs)).toEqual({ key, lifetimeMs: 24 * hourMs });
  });

  test.each([
    ['21-11-2026', 9, 'until the day begins in Kampala, at 21:00 UTC'],
    ['21/11/2026 23:59:59', 9, 'the same, whatever stands between and behind'],
    ['20-11-2026', 1, 'that day has begun: asked for again in an hour'],
    ['1-1-2020', 1, 'long past'],
    ['2026-12-31', 1, 'not day-month-year'],
    [undefined, 1, 'not told'],
    ['31-12-2030', 24, 'never longer than a day'],
  ])('valid up to %s is used for %i hours: %s', (validUpto: string | undefined, hours: number, _why: string) => {
    expect(readEncryptionKey({ data: { key, valid_upto: validUpto } }, nowMs)?.lifetimeMs).toBe(hours * hourMs);
  });

  test.each([null, 'text', [], {}, { data: {} }, { data: { key: 5 } }, { data: { key: 'c2VjcmV0' } }])(
    '%j holds no key',
    (json) => {
      expect(readEncryptionKey(json, nowMs)).toBeNull();
    },
  );
});
