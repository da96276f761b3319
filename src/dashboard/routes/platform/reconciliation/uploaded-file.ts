import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../../../../wallet/refusal.ts';
import type { DashboardApi } from '../../../api.ts';

/** A statement on a slow line: at 64 kB a second it is 115 MB. */
export const uploadTimeMs = 1_800_000;
/** More than a statement may have, so that keepUpload says how large one may be. */
export const statementBodyBytesMax = 600 * 1024 * 1024;
/** A statement of some five million rows. */
const bytesMax = 512 * 1024 * 1024;

/** Lets routes of a plugin get a statement as a stream. Its content says what it is, whatever the browser calls it. */
export function takeStatements(uploads: DashboardApi): void {
  uploads.addContentTypeParser(['text/csv', 'text/plain', 'application/vnd.ms-excel'], (_request, payload, done) =>
    done(null, payload),
  );
}

/** A file that a browser sent, while it is worked on. */
export interface UploadedFile {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Keeps an upload in a folder of its own for as long as it is needed.
 * @throws Refusal `body_too_large`
 */
export async function keepUpload(upload: Readable): Promise<UploadedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'nsimbi-statement-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'statement.csv');
    await pipeline(upload, atMost(bytesMax), createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function atMost(bytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > bytes) done(new Refusal('body_too_large', `A statement may have at most ${bytes >> 20} MiB.`));
      else done(null, chunk);
    },
  });
}
