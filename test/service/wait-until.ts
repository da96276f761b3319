import { setTimeout as sleep } from 'node:timers/promises';

/** Looks every 20 ms until `check` gives something else than false or undefined. @throws after `withinMs`, naming what was awaited. */
export async function waitUntil<T>(
  what: string,
  withinMs: number,
  check: () => Promise<T | false | undefined> | T | false | undefined,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await check();
    if (found !== false && found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await sleep(20);
  }
}
