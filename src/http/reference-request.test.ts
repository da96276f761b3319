import { describe, expect, it } from 'vitest';
import { addIdempotencyKey } from './docs.ts';

const post = (headers: Record<string, string> = {}) => new Request('http://127.0.0.1/', { method: 'POST', headers });

describe('a request of the browsable reference', () => {
  it('gets an Idempotency-Key of its own, from a function whose text alone is enough', () => {
    const asInThePage: typeof addIdempotencyKey = new Function(`return ${addIdempotencyKey.toString()}`)();
    const [first, second] = [post(), post()];
    for (const request of [first, second]) asInThePage({ request });
    expect(first.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(second.headers.get('idempotency-key')).not.toBe(first.headers.get('idempotency-key'));
  });

  it('keeps the one that its reader typed', () => {
    const request = post({ 'idempotency-key': 'order-17' });
    addIdempotencyKey({ request });
    expect(request.headers.get('idempotency-key')).toBe('order-17');
  });

  it('gets none when it only reads', () => {
    const request = new Request('http://127.0.0.1/');
    addIdempotencyKey({ request });
    expect(request.headers.has('idempotency-key')).toBe(false);
  });
});
