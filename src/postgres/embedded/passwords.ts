import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseNotStarted, explainFileError } from '../start-error.ts';

/** Who logs in to an embedded server: its superuser, the login of migrations, and the login of the service. */
export const superuser = 'postgres';
export const ownerLogin = 'nsimbi_migrator';
export const servingLogin = 'nsimbi';

const logins = [superuser, ownerLogin, servingLogin] as const;

export type EmbeddedLogin = (typeof logins)[number];

export type Passwords = Readonly<Record<EmbeddedLogin, string>>;

/** The file in a server's home folder that holds the passwords, readable by its owner only. */
export function passwordsFile(home: string): string {
  return join(home, 'passwords.json');
}

/**
 * Writes passwords for a home folder that has none. Two processes may come here together: a link can be created only
 * once, and the second process uses the passwords of the first.
 * @throws DatabaseNotStarted
 */
export function ensurePasswords(home: string): void {
  const file = passwordsFile(home);
  const passwords = Object.fromEntries(logins.map((login) => [login, randomBytes(32).toString('base64url')]));
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600 });
    linkSync(unfinished, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw explainFileError(error, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Reads the passwords of a home folder. @throws DatabaseNotStarted when the file is missing or holds something else. */
export function readPasswords(home: string): Passwords {
  const file = passwordsFile(home);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // The message of a parser quotes what it read.
    if (error instanceof SyntaxError) throw broken(file);
    throw explainFileError(error, file);
  }
  if (!isPasswords(content)) throw broken(file);
  return content;
}

function isPasswords(content: unknown): content is Passwords {
  if (typeof content !== 'object' || content === null) return false;
  const entries = new Map<string, unknown>(Object.entries(content));
  return logins.every((login) => /^[\w-]{20,}$/.test(String(entries.get(login))));
}

function broken(file: string): DatabaseNotStarted {
  return new DatabaseNotStarted(`${file} does not hold the passwords of the database; restore it from a backup`);
}

/** PostgreSQL's default. */
const iterations = 4096;

/**
 * What PostgreSQL stores of a password (RFC 5802, RFC 7677; its manual, pg_authid): given to ALTER ROLE in place of the
 * password, so that no log of statements can hold the password itself.
 * @param salt 16 random bytes.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
}
