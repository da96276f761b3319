import { describe, expect, test } from 'vitest';
import { SecondLook } from './airtel-money.ts';

const minuteMs = 60_000;

function bench() {
  const clock = { nowMs: 0 };
  return { clock, look: new SecondLook(2 * minuteMs, () => clock.nowMs) };
}

describe('a payment that Airtel calls expired', () => {
  test('has failed when Airtel says so again two minutes later, and not before', () => {
    const { clock, look } = bench();
    expect(look.isConfirmed('a')).toBe(false);
    clock.nowMs = 2 * minuteMs - 1;
    expect(look.isConfirmed('a')).toBe(false);
    expect(look.isConfirmed('b')).toBe(false);
    clock.nowMs = 2 * minuteMs;
    expect(look.isConfirmed('a')).toBe(true);
    expect(look.isConfirmed('b')).toBe(false);
  });

  test('begins anew when Airtel said something else in between', () => {
    const { clock, look } = bench();
    look.isConfirmed('a');
    look.forget('a');
    clock.nowMs = 3 * minuteMs;
    expect(look.isConfirmed('a')).toBe(false);
  });

  test('forgets the oldest of very many, which are then only asked about once more', () => {
    const { clock, look } = bench();
    for (let number = 0; number <= 10_000; number += 1) look.isConfirmed(String(number));
    clock.nowMs = 2 * minuteMs;
    expect(look.isConfirmed('10000')).toBe(true);
    expect(look.isConfirmed('0')).toBe(false);
  });
});
