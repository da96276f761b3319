import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The variable that names the folder of settings in files. */
export const secretsDirName = 'NSIMBI_SECRETS_DIR';

/** More than any setting is long, so that a wrong mount does not fill the memory. */
const fileBytesMax = 64 * 1024;

/** The folder of `NSIMBI_SECRETS_DIR` cannot be used. The message is one line and shows no value. */
export class SecretFilesNotAllowed extends Error {
  override readonly name = 'SecretFilesNotAllowed';
}

/**
 * Reads settings from files, because the environment of a process can be read by more programs than a file: container
 * runtimes show it, and child processes and crash reports get a copy. Docker and Podman secrets, a mounted Secret of
 * Kubernetes and systemd's `LoadCredential=` are such folders: each file has the name of a setting and contains its value.
 * Line breaks at the end are not part of the value. Hidden files and folders are skipped: Kubernetes creates them.
 * @param folder the value of `NSIMBI_SECRETS_DIR`.
 * @param env the environment variables; a setting may not be in both.
 * @param checkName throws for the name of a file that is not a setting.
 * @returns the values by the names of settings.
 * @throws SecretFilesNotAllowed
 */
export function readSecretFiles(
  folder: string,
  env: NodeJS.ProcessEnv,
  checkName: (name: string) => void,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of readOrRefuse(folder, () => readdirSync(folder).sort())) {
    const path = join(folder, name);
    if (name.startsWith('.') || !readOrRefuse(path, () => statSync(path)).isFile()) continue;
    if (name === secretsDirName) {
      throw new SecretFilesNotAllowed(`${path} is not read; set ${secretsDirName} as an environment variable`);
    }
    checkName(name);
    if (env[name]) {
      throw new SecretFilesNotAllowed(`${name} is set as an environment variable and in ${path}; remove one of them`);
    }
    values[name] = readOrRefuse(path, () => readValue(path));
  }
  return values;
}

function readValue(path: string): string {
  if (statSync(path).size > fileBytesMax) {
    throw new SecretFilesNotAllowed(
      `${path} is larger than ${fileBytesMax >> 10} KiB, so it is not the value of a setting`,
    );
  }
  return readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
}

function readOrRefuse<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SecretFilesNotAllowed) throw error;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new SecretFilesNotAllowed(`${path} of ${secretsDirName} cannot be read (${code})`);
  }
}
