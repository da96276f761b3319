import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where a program is: in PATH, or among Debian's PostgreSQL programs (newest first). Null when it is not installed. */
export function findProgram(name: string): string | null {
  const debian = '/usr/lib/postgresql';
  let versions: string[] = [];
  try {
    versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
  } catch {
    // Not a Debian machine, or no PostgreSQL of its own: PATH remains.
  }
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return null;
}

/** Runs a program to its end and gives its standard output. @throws with what it wrote when it fails. */
export function run(
  program: string,
  programArguments: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      programArguments,
      { env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${program} ${programArguments.join(' ')}: ${error.message}\n${stdout}\n${stderr}`));
      },
    );
  });
}
