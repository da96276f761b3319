import { describe, expect, test } from 'vitest';
import { type TokenAnswer, TokenCache } from './tokens.ts';

const patient = new AbortController().signal;
const minuteMs = 60_000;

/** A source that gives T1, T2, … of an hour each, renewed ten minutes early, unless told otherwise. */
function bench(answers: (count: number) => TokenAnswer | Promise<TokenAnswer> = (count) => hourToken(`T${count}`)) {
  const clock = { nowMs: 0 };
  let asked = 0;
  const cache = new TokenCache({
    ask: async () => {
      asked += 1;
      return answers(asked);
    },
    earlyMs: 10 * minuteMs,
    now: () => clock.nowMs,
  });
  return { cache, clock, asked: () => asked };
}

function hourToken(token: string): TokenAnswer {
  return { is: 'token', token, lifetimeMs: 60 * minuteMs };
}

const tokenOf = async (cache: TokenCache) => cache.get(patient);

describe('rule 12: a token', () => {
  test('is asked for once, however many calls want it at once', async () => {
    const { cache, asked } = bench();
    const words = await Promise.all(Array.from({ length: 50 }, () => tokenOf(cache)));
    expect(new Set(words.map((word) => JSON.stringify(word)))).toEqual(new Set(['{"is":"token","token":"T1"}']));
    expect(asked()).toBe(1);
  });

  test('is used until ten minutes before its end, then renewed once while calls still use the old one', async () => {
    const { cache, clock, asked } = bench();
    await tokenOf(cache);
    clock.nowMs = 50 * minuteMs - 1;
    expect(await tokenOf(cache)).toEqual({ is: 'token', token: 'T1' });
    expect(asked()).toBe(1);

    clock.nowMs = 50 * minuteMs;
    const words = await Promise.all([tokenOf(cache), tokenOf(cache)]);
    expect(words).toEqual([
      { is: 'token', token: 'T1' },
      { is: 'token', token: 'T1' },
    ]);
    await expect.poll(() => tokenOf(cache)).toEqual({ is: 'token', token: 'T2' });
    expect(asked()).toBe(2);
  });

  test('of a short life is renewed at half of it', async () => {
    const { cache, clock, asked } = bench((count) => ({ is: 'token', token: `T${count}`, lifetimeMs: 2_000 }));
    await tokenOf(cache);
    clock.nowMs = 999;
    await tokenOf(cache);
    expect(asked()).toBe(1);
    clock.nowMs = 1_000;
    await tokenOf(cache);
    expect(asked()).toBe(2);
  });

  test('that ended is waited for', async () => {
    const { cache, clock } = bench();
    await tokenOf(cache);
    clock.nowMs = 60 * minuteMs;
    expect(await tokenOf(cache)).toEqual({ is: 'token', token: 'T2' });
  });

  test('that cannot be renewed early is used to its end, and renewal is not tried at every call', async () => {
    const { cache, clock, asked } = bench((count) => (count === 1 ? hourToken('T1') : { is: 'none', raw: 'HTTP 500' }));
    await tokenOf(cache);
    clock.nowMs = 55 * minuteMs;
    await tokenOf(cache);
    await new Promise(setImmediate);
    for (let calls = 0; calls < 10; calls += 1) expect(await tokenOf(cache)).toEqual({ is: 'token', token: 'T1' });
    expect(asked()).toBe(2);
    clock.nowMs += 5_000;
    await tokenOf(cache);
    expect(asked()).toBe(3);
    clock.nowMs = 60 * minuteMs;
    expect(await tokenOf(cache)).toEqual({ is: 'none', raw: 'HTTP 500' });
  });

  test('that the operator refuses, or that cannot be had, is an answer and not remembered', async () => {
    const { cache } = bench((count) => {
      if (count === 1) return { is: 'refused', raw: 'HTTP 401' };
      if (count === 2) throw new Error('broken');
      return hourToken('T3');
    });
    expect(await tokenOf(cache)).toEqual({ is: 'refused', raw: 'HTTP 401' });
    expect(await tokenOf(cache)).toEqual({ is: 'none', raw: 'Error: broken' });
    expect(await tokenOf(cache)).toEqual({ is: 'token', token: 'T3' });
  });

  test('is no longer waited for by a call that is cut, while others go on waiting', async () => {
    let give: (answer: TokenAnswer) => void = () => undefined;
    const { cache, asked } = bench(() => new Promise((resolve) => (give = resolve)));
    const cut = new AbortController();
    const words = [cache.get(cut.signal), cache.get(patient)];
    cut.abort();
    expect(await words[0]).toEqual({ is: 'none', raw: 'cut: no token in time' });
    give(hourToken('T1'));
    expect(await words[1]).toEqual({ is: 'token', token: 'T1' });
    expect(asked()).toBe(1);
  });
});

describe('rule 12: a call whose token is not accepted', () => {
  const isUnauthorized = (status: number) => status === 401;

  test('is made once more with a new token, as part of the same send', async () => {
    const { cache, asked } = bench();
    const used: string[] = [];
    const call = async (token: string) => {
      used.push(token);
      return token === 'T1' ? 401 : 202;
    };
    expect(await cache.send(call, isUnauthorized, patient)).toEqual({ is: 'sent', answer: 202 });
    expect(used).toEqual(['T1', 'T2']);
    expect(asked()).toBe(2);
  });

  test('is not made a third time', async () => {
    const { cache } = bench();
    const used: string[] = [];
    const call = async (token: string) => {
      used.push(token);
      return 401;
    };
    expect(await cache.send(call, isUnauthorized, patient)).toEqual({ is: 'sent', answer: 401 });
    expect(used).toEqual(['T1', 'T2']);
  });

  test('is not made again when no new token can be had', async () => {
    const { cache } = bench((count) => (count === 1 ? hourToken('T1') : { is: 'refused', raw: 'HTTP 401' }));
    expect(await cache.send(async () => 401, isUnauthorized, patient)).toEqual({ is: 'refused', raw: 'HTTP 401' });
  });

  test('makes many calls at once renew one token', async () => {
    const { cache, asked } = bench();
    const call = async (token: string) => {
      await new Promise(setImmediate);
      return token === 'T1' ? 401 : 202;
    };
    const words = await Promise.all(Array.from({ length: 20 }, () => cache.send(call, isUnauthorized, patient)));
    for (const word of words) expect(word).toEqual({ is: 'sent', answer: 202 });
    expect(asked()).toBe(2);
  });

  test('any other answer, a failure too, is not repeated', async () => {
    const { cache } = bench();
    let calls = 0;
    const call = async () => {
      calls += 1;
      return 500;
    };
    expect(await cache.send(call, isUnauthorized, patient)).toEqual({ is: 'sent', answer: 500 });
    expect(calls).toBe(1);
  });
});
