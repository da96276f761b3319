import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseNotStarted, explainFileError } from '../start-error.ts';
import { systemFolder } from './server-programs.ts';
import { canEnter, chooseServerUser, giveTo, type ServerUser } from './server-user.ts';

/** Where a data folder keeps its embedded server, and as whom that runs. */
export interface ServerHome {
  readonly home: string;
  readonly user: ServerUser;
}

/** The file in the data folder that says where its database is, when it is not in the data folder. */
const recordName = 'postgres-location.json';

/**
 * Finds or makes the home of a data folder's server: `postgres/` in it, or, where root's unprivileged server cannot
 * enter that (a data folder in root's home), a folder under /var/lib/nsimbi that the data folder records.
 */
export function prepareServerHome(dataDir: string): ServerHome {
  let folder: string;
  try {
    mkdirSync(dataDir, { recursive: true });
    folder = realpathSync(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
  return recordedHome(folder) ?? homeInside(folder) ?? homeOutside(folder);
}

function recordedHome(folder: string): ServerHome | null {
  const record = join(folder, recordName);
  if (!existsSync(record)) return null;
  const home = readRecord(record);
  if (!existsSync(home)) {
    throw new DatabaseNotStarted(
      `${record} says that the database is in ${home}, which is not there; bring that folder back, ` +
        'or start with an empty data folder (NSIMBI_DATA_DIR)',
    );
  }
  return { home, user: chooseServerUser(existingCluster(home)) };
}

function readRecord(record: string): string {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(record, 'utf8'));
  } catch (error) {
    throw explainFileError(error, record);
  }
  if (typeof content === 'object' && content !== null && 'home' in content && typeof content.home === 'string') {
    return content.home;
  }
  throw new DatabaseNotStarted(`${record} does not say where the database is ("home")`);
}

function homeInside(folder: string): ServerHome | null {
  const home = join(folder, 'postgres');
  const cluster = existingCluster(home);
  const user = chooseServerUser(cluster);
  makeHome(home, user);
  if (canEnter(user, home)) return { home, user };
  if (cluster !== null) {
    throw new DatabaseNotStarted(
      `the database's user (uid ${user?.uid}) can no longer enter ${home}; give it the right to pass the folders above`,
    );
  }
  return null;
}

/** The name is new each time: a data folder that was emptied must not find the database of its former life. */
function homeOutside(folder: string): ServerHome {
  const user = chooseServerUser(null);
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const home = join(systemFolder, `${hash}-${Date.now().toString(36)}`);
  makeHome(home, user);
  if (!canEnter(user, home)) {
    throw new DatabaseNotStarted(
      `PostgreSQL does not run as root, and its user (uid ${user?.uid}) can enter neither ${folder} nor ${home}; ` +
        'start as an ordinary user, or set NSIMBI_DATA_DIR to a folder that every user may enter',
    );
  }
  return recordHome(folder, home) ?? { home, user };
}

/** Writes the record once. Of two first starts the slower one uses what the faster has written. */
function recordHome(folder: string, home: string): ServerHome | null {
  const record = join(folder, recordName);
  const unfinished = `${record}.${process.pid}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify({ home })}\n`);
    linkSync(unfinished, record);
    rmdirSync(join(folder, 'postgres'));
    return null;
  } catch (error) {
    if (!existsSync(record)) throw explainFileError(error, folder);
    if (readRecord(record) !== home) rmdirSync(home);
    return recordedHome(folder);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function makeHome(home: string, user: ServerUser): void {
  try {
    mkdirSync(dirname(home), { recursive: true, mode: 0o755 });
    mkdirSync(home, { recursive: true, mode: 0o700 });
    giveTo(user, home);
  } catch (error) {
    throw explainFileError(error, home);
  }
}

function existingCluster(home: string): string | null {
  const cluster = join(home, 'cluster');
  return existsSync(cluster) ? cluster : null;
}
