import { expect, test } from 'vitest';
import { GroupedWork } from './grouped-work.ts';

test('pieces that come together are done together, and each gets its own result', async () => {
  const groups: number[][] = [];
  const doubled = new GroupedWork(async (items: readonly number[]) => {
    groups.push([...items]);
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([1, 2, 2].map((item) => doubled.do(item)))).toEqual([2, 4, 4]);
  expect(groups).toEqual([[1, 2, 2]]);
});

test('pieces that come while a statement runs are done by the next one, at most 500 at a time', async () => {
  const sizes: number[] = [];
  let go = () => {};
  const work = new GroupedWork(async (items: readonly number[]) => {
    sizes.push(items.length);
    if (sizes.length === 1) {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
    }
    return items;
  });
  const first = work.do(0);
  await expect.poll(() => sizes.length).toBe(1);
  const later = Array.from({ length: 600 }, (_, item) => work.do(item));
  go();
  expect(await first).toBe(0);
  expect(await Promise.all(later)).toEqual(Array.from({ length: 600 }, (_, item) => item));
  expect(sizes).toEqual([1, 500, 100]);
});

test('a failure reaches the whole group, and the next one is tried again', async () => {
  let fails = true;
  const work = new GroupedWork(async (items: readonly number[]) => {
    if (fails) throw new Error('away');
    return items;
  });
  const both = await Promise.allSettled([work.do(1), work.do(2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await work.do(3)).toBe(3);
});

test('fewer results than pieces is a failure, and not a result of nothing', async () => {
  const work = new GroupedWork(async () => []);
  await expect(work.do(1)).rejects.toThrow('0 results of 1 pieces');
});
