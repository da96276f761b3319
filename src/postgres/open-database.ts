import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase, checkReachable } from './database-checks.ts';
import { type EmbeddedServerOptions, openEmbeddedServer } from './embedded/embedded-server.ts';
import { prepareServerHome } from './embedded/server-home.ts';
import type { Login } from './login.ts';
import type { DatabaseTarget } from './pool.ts';

/** The settings that decide which database is used. */
export interface DatabaseSettings {
  /** A PostgreSQL of one's own, or null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The same PostgreSQL for the login that applies migrations; null when `databaseUrl` is that too, or none is here. */
  readonly ownerDatabaseUrl: string | null;
  readonly dataDir: string;
}

export interface OpenDatabase {
  /** With the login that serves. */
  readonly target: DatabaseTarget;
  /**
   * With the login that applies migrations: of NSIMBI_OWNER_DATABASE_URL, else the same as `target`, or null where that
   * login may only serve.
   */
  readonly owner: DatabaseTarget | null;
  readonly embedded: boolean;
  /** Closes the database; the embedded server is stopped when no other process uses it. To be called last. */
  close(): Promise<void>;
}

/**
 * A data folder with a file of this name belongs to a test: its database may lose everything with the machine, and one
 * with fsync off is accepted.
 */
export const testFolderMark = 'only-test-data';

/**
 * Opens the database of the settings: starts or joins the embedded server, or checks the one of DATABASE_URL. It is not
 * migrated here.
 *
 * A `service` holds its data folder alone and brings the embedded server back when that dies. A `command` uses the
 * service's server when one runs, else starts it for as long as it needs it.
 * @param report gets one sentence for the person at the terminal; standard error when left out.
 * @throws DatabaseNotStarted (also as DataFolderInUse), whose message is one line that says what to do.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  {
    purpose,
    report = (sentence) => console.error(sentence),
  }: Pick<EmbeddedServerOptions, 'purpose'> & Partial<Pick<EmbeddedServerOptions, 'report'>>,
): Promise<OpenDatabase> {
  const durable = !existsSync(join(settings.dataDir, testFolderMark));
  if (settings.databaseUrl !== null) {
    const target = { connectionString: settings.databaseUrl };
    const login = await checkDatabase(target, durable);
    const owner = await ownerTarget(settings.ownerDatabaseUrl, target, login);
    return { target, owner, embedded: false, close: async () => undefined };
  }
  const server = await openEmbeddedServer(prepareServerHome(settings.dataDir), { purpose, durable, report });
  return { target: server.target, owner: server.owner, embedded: true, close: () => server.close() };
}

async function ownerTarget(url: string | null, target: DatabaseTarget, login: Login): Promise<DatabaseTarget | null> {
  if (url === null) return login.serves && !login.becomesOwner ? null : target;
  const owner = { connectionString: url };
  await checkReachable(owner, 'NSIMBI_OWNER_DATABASE_URL');
  return owner;
}
