import { describe, expect, test } from 'vitest';
import { Slots } from './slots.ts';

describe('slots', () => {
  test('hold what was added until it is removed', () => {
    const slots = new Slots<string>();
    const a = slots.add('a');
    slots.add('b');
    const c = slots.add('c');
    slots.remove(a);
    expect([...slots]).toEqual(['b', 'c']);
    slots.remove(c);
    expect([...slots]).toEqual(['b']);
  });

  test('take no more room than was held at once', () => {
    const slots = new Slots<number>();
    const taken = Array.from({ length: 1_000 }, (_, item) => {
      const slot = slots.add(item);
      slots.remove(slot);
      return slot;
    });
    expect(Math.max(...taken)).toBe(0);
    expect([...slots]).toEqual([]);
  });

  test('may be emptied and filled while they are looked through', () => {
    const slots = new Slots<number>();
    const bySlot = new Map([1, 2, 3].map((item) => [item, slots.add(item)]));
    const seen: number[] = [];
    for (const item of slots) {
      seen.push(item);
      slots.remove(bySlot.get(item) ?? -1);
      if (item === 1) slots.remove(bySlot.get(2) ?? -1);
    }
    expect(seen).toEqual([1, 3]);
    expect([...slots]).toEqual([]);
  });
});
