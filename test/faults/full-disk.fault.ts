import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runningPostmaster } from '../../src/postgres/embedded/postmaster.ts';
import { createOwnPostgres } from '../service/own-postgres.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectBooks, expectSameAnswersAgain, learnTheRest } from './books.ts';
import { PaymentLoad } from './payment-load.ts';
import { createFolder, createWorld, opening } from './world.ts';

const MiB = 1024 * 1024;

test('a disk that fills up under load: refusals and no corruption, and it goes on when there is room again', async (context) => {
  const folder = createFolder();
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0755', 'nsimbi-full-disk', disk]);
  context.skip(mounted.status !== 0, 'only a user who may mount a tmpfs (root) can fill up a disk of its own');
  const postgres = await createOwnPostgres(disk);
  const world = await createWorld(postgres.settings);
  const load = new PaymentLoad(world.service.baseUrl, world.clients, 'inside');
  try {
    load.start();
    await waitUntil('payments flow', () => load.acknowledged().length > 500);
    fillUp(disk, join(disk, 'ballast'));
    await waitUntil('the disk is full', () => load.tries.filter((once) => once.status === 503).length > 200);
    rmSync(join(disk, 'ballast'));
    // PostgreSQL ends itself when its log of changes cannot be written; whoever watches it starts it again.
    await waitUntil('PostgreSQL has done what it can by itself', async () => {
      if (runningPostmaster(postgres.cluster) === null) await postgres.start();
      const before = load.acknowledged().length;
      return await waitUntil('payments flow again', () => load.acknowledged().length > before + 500).catch(() => false);
    });
    await load.stop();
    expect(load.tries.filter((once) => once.status !== 200 && once.status !== 503)).toEqual([]);
    expect(Math.max(...load.tries.map((once) => once.tookMs))).toBeLessThan(5_000);
    await expectSameAnswersAgain(load, load.acknowledged());
    await learnTheRest(load);
    await expectBooks(load, world.clients, opening, world.settings);
  } finally {
    await load.stop();
    await load.close();
    await world.close();
    await postgres.stop();
    spawnSync('umount', [disk]);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Takes all room but a little, which the next changes use up. */
function fillUp(disk: string, ballast: string): void {
  const file = openSync(ballast, 'w');
  const block = Buffer.alloc(MiB);
  for (;;) {
    const { bavail, bsize } = statfsSync(disk);
    if (bavail * bsize < 4 * MiB) break;
    writeSync(file, block);
  }
  closeSync(file);
}
