import { describe, expect, test } from 'vitest';
import { NsimbiError } from './errors.ts';
import { itemsOfPages } from './pages.ts';
import { readVectors } from './testing/vectors.ts';
import type { Page } from './types.ts';

interface Item {
  readonly id: number;
}

interface PagesCase {
  readonly name: string;
  readonly first_cursor?: string;
  /** How many items the consumer takes; all when left out. */
  readonly take?: number;
  /** By cursor; the first page without one is under the empty text. */
  readonly responses: Readonly<Record<string, Page<Item>>>;
  readonly requests: readonly string[];
  readonly items: readonly number[];
  readonly error?: string;
}

const { cases } = readVectors<{ cases: PagesCase[] }>('pages.json');

describe('packages/vectors/pages.json', () => {
  test.each(cases)(
    '$name',
    async ({ first_cursor, take = Number.POSITIVE_INFINITY, responses, requests, items, error }) => {
      const read: string[] = [];
      const pages = itemsOfPages<Item>(async (cursor = first_cursor ?? '') => {
        read.push(cursor);
        const page = responses[cursor];
        if (page === undefined) throw new Error(`the page at ${cursor} was read`);
        return page;
      });
      const taken: number[] = [];
      const takeAll = async () => {
        for await (const { id } of pages) {
          taken.push(id);
          if (taken.length >= take) break;
        }
      };
      const ended = await takeAll().then(
        () => undefined,
        (failure: unknown) => failure,
      );
      expect({ taken, read }).toEqual({ taken: items, read: requests });
      expect(ended instanceof NsimbiError ? ended.code : ended).toBe(error);
    },
  );
});
