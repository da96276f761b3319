import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLogin } from './login.ts';
import type { Queryable } from './pool.ts';
import { DatabaseNotStarted, explainFileError } from './start-error.ts';

/**
 * Why nothing live may move: the database is a copy of another installation's, which must not pay again, or the service's login
 * can do more than serve.
 */
export type LiveRefusal = 'other_installation' | 'owner_login';

/** Which installation a database belongs to, and whether this process may move live money there. */
export interface Installation {
  readonly databaseId: string;
  /** Of NSIMBI_INSTALLATION_ID, else of the data folder, which gets the database's at the first start. */
  readonly ownId: string;
  /** Null when live operations are allowed. */
  readonly liveRefusal: LiveRefusal | null;
}

const fileName = 'installation-id';

/**
 * Reads who the database is and who we are, and changes nothing: a data folder without an id is taken for the database's.
 * @param override of NSIMBI_INSTALLATION_ID; it stands in place of the data folder's file.
 */
export async function lookAtInstallation(
  queryable: Queryable,
  dataDir: string,
  override: string | null,
): Promise<Installation> {
  const databaseId = await readDatabaseId(queryable);
  const ownId = override?.toLowerCase() ?? readFile(dataDir) ?? databaseId;
  return { databaseId, ownId, liveRefusal: await liveRefusalOf(queryable, databaseId, ownId) };
}

/** As `lookAtInstallation`, but writes the database's id into a data folder that has none: the first start. */
export async function readInstallation(
  queryable: Queryable,
  dataDir: string,
  override: string | null,
): Promise<Installation> {
  const databaseId = await readDatabaseId(queryable);
  const ownId = override?.toLowerCase() ?? readFile(dataDir) ?? writeFile(dataDir, databaseId);
  return { databaseId, ownId, liveRefusal: await liveRefusalOf(queryable, databaseId, ownId) };
}

async function liveRefusalOf(db: Queryable, databaseId: string, ownId: string): Promise<LiveRefusal | null> {
  if (ownId !== databaseId) return 'other_installation';
  const { excess } = await readLogin(db);
  return excess.length === 0 ? null : 'owner_login';
}

/** The id of the installation that a database belongs to. @throws DatabaseNotStarted when it has lost it. */
export async function readDatabaseId(queryable: Queryable): Promise<string> {
  const { rows } = await queryable.query<{ id: string }>('SELECT installation_id AS id FROM nsimbi.installation');
  const databaseId = rows[0]?.id;
  if (databaseId !== undefined) return databaseId;
  throw new DatabaseNotStarted(
    'the database has lost its installation id (table installation); restore a whole backup',
  );
}

function readFile(dataDir: string): string | null {
  const file = join(dataDir, fileName);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim().toLowerCase();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw explainFileError(error, file);
  }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) {
    throw new DatabaseNotStarted(`${file} holds no installation id; restore it, or remove it to take the database's`);
  }
  return text;
}

/** Of two first starts one writes; a file appears whole or not at all. */
function writeFile(dataDir: string, id: string): string {
  const file = join(dataDir, fileName);
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(unfinished, `${id}\n`);
    linkSync(unfinished, file);
  } catch (error) {
    const found = readFile(dataDir);
    if (found === null) throw explainFileError(error, file);
    return found;
  } finally {
    rmSync(unfinished, { force: true });
  }
  return id;
}
