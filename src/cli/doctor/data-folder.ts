import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnosis, problem, warning, well } from './diagnosis.ts';

const gigabyte = 1024 ** 3;

/** Whether the data folder can be used, its disk has room, and its secrets are only its owner's. */
export function checkDataFolder(dataDir: string): Diagnosis[] {
  const there = existsSync(dataDir);
  const place = there ? dataDir : nearestParent(dataDir);
  return [writable(dataDir, place), room(place), ...(there ? [credentialsMode(dataDir)] : [])];
}

function writable(dataDir: string, place: string): Diagnosis {
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch {
    return problem(
      'data folder',
      `${place} cannot be written by this user`,
      'give this user the right, or set NSIMBI_DATA_DIR to another folder',
    );
  }
  return well('data folder', place === dataDir ? dataDir : `${dataDir} is made at the first start`);
}

function room(place: string): Diagnosis {
  const { bavail, bsize } = statfsSync(place);
  const found = `${((bavail * bsize) / gigabyte).toFixed(1)} GB free`;
  const mend = 'make room, or move the data folder to a larger disk; a full disk stops every payment';
  if (bavail * bsize < gigabyte) return problem('disk', found, mend);
  if (bavail * bsize < 10 * gigabyte) return warning('disk', found, mend);
  return well('disk', found);
}

function credentialsMode(dataDir: string): Diagnosis {
  const file = join(dataDir, 'credentials.json');
  if (!existsSync(file)) return well('credentials', 'no credentials.json');
  if ((statSync(file).mode & 0o077) === 0) return well('credentials', "credentials.json is its owner's alone");
  return warning('credentials', `others may read ${file}`, `chmod 600 ${file}`);
}

function nearestParent(path: string): string {
  let place = path;
  while (!existsSync(place)) place = dirname(place);
  return place;
}
