import { expect, test } from 'vitest';
import { GroupedLookup } from './grouped-lookup.ts';

test('keys asked together are read in one statement, a key asked twice once, and an unknown one is null', async () => {
  const reads: string[][] = [];
  const lookup = new GroupedLookup(async (keys) => {
    reads.push([...keys]);
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]));
  });
  const found = await Promise.all(['a', 'b', 'a', 'nobody'].map((key) => lookup.find(key)));
  expect(found).toEqual(['A', 'B', 'A', null]);
  expect(reads).toEqual([['a', 'b', 'nobody']]);
});

test('a key asked while a statement runs is read by the next one, because the running one may see the past', async () => {
  const reads: string[][] = [];
  let go = () => {};
  const lookup = new GroupedLookup(async (keys) => {
    reads.push([...keys]);
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    return new Map(keys.map((key) => [key, reads.length]));
  });
  const first = lookup.find('a');
  await expect.poll(() => reads.length).toBe(1);
  const second = lookup.find('a');
  go();
  expect(await first).toBe(1);
  await expect.poll(() => reads.length).toBe(2);
  go();
  expect(await second).toBe(2);
});

test('a failure reaches all callers of the group, and the next ones are read again', async () => {
  let fails = true;
  const lookup = new GroupedLookup(async (keys) => {
    if (fails) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  });
  const both = await Promise.allSettled([lookup.find('a'), lookup.find('b')]);
  expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await lookup.find('a')).toBe('a');
});
