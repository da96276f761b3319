import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, test } from 'vitest';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, expectSameAnswersAgain, learnTheRest } from './books.ts';
import { PaymentLoad } from './payment-load.ts';
import type { World } from './world.ts';
import { createWorld, opening } from './world.ts';

const hour = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'nsimbi-clock-'));
const clockFile = join(folder, 'offset');
let world: World;

beforeAll(async () => {
  setClock(0);
  const preload = pathToFileURL(join(import.meta.dirname, 'clock.mjs')).href;
  world = await createWorld({ FAULT_CLOCK_FILE: clockFile }, ['--import', preload]);
});

afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

test('jumps of the process clock by hours and by a year, forwards and back, stop no payment and change no book', async () => {
  const load = new PaymentLoad(world.service.baseUrl, world.clients, 'inside_and_outside');
  load.start(8);
  for (const offset of [2 * hour, -2 * hour, 400 * 24 * hour, -3 * 24 * hour, 0]) {
    setClock(offset);
    const before = load.acknowledged().length;
    await waitUntil(`payments go on at ${offset} ms`, () => load.acknowledged().length > before + 500);
  }
  await load.stop();
  await learnTheRest(load);
  await expectSameAnswersAgain(load, load.acknowledged());
  await expectBooks(load, world.clients, opening, world.settings);
  await load.close();
});

/** Written beside and moved over, so that the service never reads half a number. */
function setClock(offsetMs: number): void {
  writeFileSync(`${clockFile}.new`, String(offsetMs));
  renameSync(`${clockFile}.new`, clockFile);
}
