import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks every 20 ms until `check` gives something else than false or undefined. The limit only ends what hangs: a busy
 * machine may take many times longer than a quiet one.
 * @throws after `withinMs`, naming what was awaited.
 */
export async function waitUntil<T>(
  what: string,
  check: () => Promise<T | false | undefined> | T | false | undefined,
  withinMs = 60_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await check();
    if (found !== false && found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await sleep(20);
  }
}
