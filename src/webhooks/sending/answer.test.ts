import { describe, expect, it } from 'vitest';
import { localSender, requestTo, startReceiver } from '../../../test/webhooks/receiver.fixture.ts';
import { readExcerpt } from './excerpt.ts';
import { readRetryAfter } from './sender.ts';

describe('the excerpt of an answer', () => {
  it.each([
    ['text', 'Thanks for event 7', 'Thanks for event 7'],
    ['lines and tabs', 'a\r\n\tb', 'a\r\n\tb'],
    ['NUL and other control characters', 'a\0b\u001b[31mc\u0085\u007f', 'a\ufffdb\ufffd[31mc\ufffd\ufffd'],
    ['any script', 'Webale nnyo, አመሰግናለሁ 🍌', 'Webale nnyo, አመሰግናለሁ 🍌'],
    ['bytes that are no UTF-8', Buffer.from('61ff62c3', 'hex'), 'a\ufffdb\ufffd'],
    ['half a surrogate', Buffer.from('61eda080', 'hex'), 'a\ufffd\ufffd\ufffd'],
  ])('keeps %s', (_, answer, excerpt) => {
    expect(readExcerpt(Buffer.from(answer))).toBe(excerpt);
  });

  it('is null for an empty answer', () => {
    expect(readExcerpt(Buffer.alloc(0))).toBeNull();
  });

  it.each([
    ['letters', 'a'.repeat(2_000), 1_024],
    ['letters of three bytes', '€'.repeat(2_000), 1_023],
    ['letters of four bytes', `a${'🍌'.repeat(2_000)}`, 1_021],
    ['zeros, each replaced by three bytes', '\0'.repeat(2_000), 1_023],
  ])('is at most 1 KiB of whole characters: %s', async (_, answer, bytes) => {
    const receiver = await startReceiver((response) => void response.end(answer));
    const { responseExcerpt } = await localSender().attempt(requestTo(receiver.port));
    expect(Buffer.byteLength(responseExcerpt ?? '')).toBe(bytes);
    expect(responseExcerpt?.isWellFormed()).toBe(true);
    expect(responseExcerpt).not.toContain('\0');
  });

  it('is put together from pieces', async () => {
    const receiver = await startReceiver((response) => {
      for (let piece = 0; piece < 100; piece += 1) response.write(`${piece},`);
      response.end();
    });
    const { responseExcerpt } = await localSender().attempt(requestTo(receiver.port));
    expect(responseExcerpt).toBe(Array.from({ length: 100 }, (_, piece) => `${piece},`).join(''));
  });
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-11-01T00:00:00Z');

  it.each([
    ['0', 0],
    ['120', 120_000],
    ['Sun, 01 Nov 2026 00:05:00 GMT', 300_000],
    // A date that has passed asks for no pause.
    ['Sat, 31 Oct 2026 00:00:00 GMT', 0],
    ['', null],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['9999999999999999', null],
    ['2026-11-01', null],
    ['Sun, 99 Nov 2026 00:05:00 GMT', null],
  ])('%j is %s ms', (value, ms) => {
    expect(readRetryAfter(value, nowMs)).toBe(ms);
  });

  it.each([
    [429, 30_000],
    [503, 30_000],
    // Only there does it ask to wait with a repeat.
    [500, null],
    [200, null],
    [301, null],
  ])('on %i is told as %s ms', async (status, ms) => {
    const receiver = await startReceiver((response) => void response.writeHead(status, { 'Retry-After': '30' }).end());
    const result = await localSender().attempt(requestTo(receiver.port));
    expect(result).toMatchObject({ responseStatus: status, retryAfterMs: ms });
  });

  it('as a date counts from now, and nonsense counts as none', async () => {
    let value = new Date(Date.now() + 60_000).toUTCString();
    const receiver = await startReceiver((response) => void response.writeHead(503, { 'Retry-After': value }).end());
    const sender = localSender();
    const { retryAfterMs } = await sender.attempt(requestTo(receiver.port));
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    value = 'later';
    expect(await sender.attempt(requestTo(receiver.port))).toMatchObject({ retryAfterMs: null });
  });
});
