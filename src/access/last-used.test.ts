import { expect, test } from 'vitest';
import type { Queryable } from '../postgres/pool.ts';
import { LastUsed } from './last-used.ts';

test('of the uses between two writes the first is written, and the next use is noted anew', async () => {
  const written: unknown[] = [];
  const db = {
    query: async (_text: string, values: unknown[]) => {
      written.push(values);
    },
  } as unknown as Queryable;
  const lastUsed = new LastUsed(db, (error) => expect.unreachable(String(error)));
  for (const usedAtMs of [1_000, 30_000, 59_000]) lastUsed.note(7, usedAtMs);
  lastUsed.note(8, 2_000);
  await lastUsed.write();
  await lastUsed.write();
  lastUsed.note(7, 61_000);
  await lastUsed.close();
  expect(written).toEqual([
    ['{7,8}', '{1000,2000}'],
    ['{7}', '{61000}'],
  ]);
});
