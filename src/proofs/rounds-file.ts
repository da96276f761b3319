import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Round } from './format/round.ts';

/**
 * The rounds that left the database: a file outside of it, one round as JSON per line, the oldest first. Processes that share it may
 * append the same round twice. A line that a crash cut off is removed with the next append.
 */

const blockBytes = 64 * 1024;
const lineFeed = 0x0a;

/** Where the file is when no setting names one. */
export function roundsFile(dataDir: string): string {
  return join(dataDir, 'proof-rounds.jsonl');
}

/** A line of the file is no round. */
export class RoundsFileWrong extends Error {
  override readonly name = 'RoundsFileWrong';
}

/** The last whole round; null where there is no file, or none in it. */
export async function readLastPublished(file: string): Promise<Round | null> {
  for await (const round of readPublishedBackwards(file)) return round;
  return null;
}

/** The rounds from the last to the first. @throws RoundsFileWrong */
export async function* readPublishedBackwards(file: string): AsyncGenerator<Round> {
  const handle = await openOrNull(file);
  if (handle === null) return;
  try {
    let end = await wholeLinesEnd((await handle.stat()).size, handle);
    let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
    while (end > 0) {
      const from = Math.max(0, end - blockBytes);
      const block = await readAt(handle, from, end - from);
      const bytes = Buffer.concat([block, rest]);
      const lines: Buffer[] = [];
      let start = 0;
      for (let index = bytes.indexOf(lineFeed); index !== -1; index = bytes.indexOf(lineFeed, start)) {
        lines.push(bytes.subarray(start, index));
        start = index + 1;
      }
      // The first line of the block may begin in the block before it.
      rest = from === 0 ? Buffer.alloc(0) : bytes.subarray(0, (lines.shift()?.length ?? bytes.length - 1) + 1);
      for (const line of lines.reverse()) yield roundOfLine(file, line.toString('utf8'));
      end = from;
    }
  } finally {
    await handle.close();
  }
}

/** The rounds from the first to the last. @throws RoundsFileWrong */
export async function* readPublished(file: string): AsyncGenerator<Round> {
  const handle = await openOrNull(file);
  if (handle === null) return;
  await handle.close();
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line !== '') yield roundOfLine(file, line);
}

/** Appends rounds, and returns when the disk has them. */
export async function appendPublished(file: string, rounds: readonly Round[]): Promise<void> {
  if (rounds.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+');
  try {
    const { size } = await handle.stat();
    const end = await wholeLinesEnd(size, handle);
    if (end < size) await handle.truncate(end);
    await handle.appendFile(rounds.map((round) => `${JSON.stringify(round)}\n`).join(''));
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Where the last whole line ends. */
async function wholeLinesEnd(size: number, handle: FileHandle): Promise<number> {
  for (let end = size; end > 0; ) {
    const from = Math.max(0, end - blockBytes);
    const last = (await readAt(handle, from, end - from)).lastIndexOf(lineFeed);
    if (last !== -1) return from + last + 1;
    end = from;
  }
  return 0;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function openOrNull(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

const texts = [
  'installation_id',
  'root',
  'previous',
  'signed_at',
  'hash',
  'key_id',
  'public_key',
  'signature',
] as const;

function roundOfLine(file: string, line: string): Round {
  const wrong = () => new RoundsFileWrong(`${file} has a line that is no round: ${line.slice(0, 60)}`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw wrong();
  }
  if (!isRound(value)) throw wrong();
  return value;
}

/** Whether a value has the form of a round; nothing says yet that it is signed. */
export function isRound(value: unknown): value is Round {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  const fork = fields.fork_of as Record<string, unknown> | undefined | null;
  return (
    texts.every((name) => typeof fields[name] === 'string') &&
    Number.isSafeInteger(fields.number) &&
    Number.isSafeInteger(fields.tree_size) &&
    (fork === undefined ||
      (typeof fork === 'object' && fork !== null && Number.isSafeInteger(fork.number) && typeof fork.hash === 'string'))
  );
}
