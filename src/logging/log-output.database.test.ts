import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { freePort } from '../../test/service/free-port.ts';
import { startService } from '../../test/service/service-process.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import { testFolderMark } from '../postgres/open-database.ts';
import { LogOutput, waitingBytesMax } from './log-output.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-log-output-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('lines that cannot be written are dropped, and those after them are written when that is possible again', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const openReader = () => openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const first = openReader();
  const log = new LogOutput(openSync(pipe, 'w'));
  closeSync(first);
  log.write('nobody reads this\n');
  log.write('nor this\n');
  await expect.poll(() => log.droppedLines).toBe(2);
  const second = openReader();
  log.write('again\n');
  await expect.poll(() => readAvailable(second, Buffer.alloc(1_000))).toMatch(/^again\n/);
  expect(log.droppedLines).toBe(2);
});

test('what waits for a slow reader is bounded, and the lines that were dropped are counted where the log goes on', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const log = new LogOutput(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
  const line = `${'x'.repeat(1_023)}\n`;
  const logged = (3 * waitingBytesMax) / line.length;
  for (let lines = 0; lines < logged; lines += 1) log.write(line);
  const bytes = Buffer.alloc(1_024 * 1_024);
  let text = '';
  await waitUntil('the dropped lines are reported', () => {
    text += readAvailable(reader, bytes);
    return text.endsWith('were dropped"}\n');
  });
  const lines = text.trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 40, lines: log.droppedLines });
  expect(lines.length - 1 + log.droppedLines).toBe(logged);
  expect(text.length).toBeLessThan(waitingBytesMax + 1_000);
  log.write('again\n');
  await waitUntil('later lines are written', () => readAvailable(reader, bytes) === 'again\n');
});

test.skipIf(process.platform !== 'linux')('a service whose log has no room pays on and stops when asked', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  writeFileSync(join(folder, testFolderMark), '');
  const settings = {
    ...database.settings,
    NSIMBI_DATA_DIR: folder,
    NSIMBI_LOG_LEVEL: 'trace',
  };
  const service = await startService({ port: await freePort(), logFile: '/dev/full', settings });
  for (let asked = 0; asked < 3; asked += 1) {
    expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
  }
  await service.end('SIGTERM');
});

function readAvailable(fileDescriptor: number, into: Buffer): string {
  try {
    return into.toString('utf8', 0, readSync(fileDescriptor, into));
  } catch {
    return '';
  }
}
