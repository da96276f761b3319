import { execFile } from 'node:child_process';
import { join } from 'node:path';

export const checkout = join(import.meta.dirname, '../..');
export const entry = entryOf(checkout);

/** The command of the program in a folder. */
export function entryOf(programFolder: string): string {
  return join(programFolder, 'bin/nsimbi.mjs');
}

/** The few variables a child needs, without the settings of the person who runs the tests. */
export function childEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'LANG', 'USER']) {
    if (process.env[name] !== undefined) kept[name] = process.env[name];
  }
  return { ...kept, ...settings };
}

/**
 * Runs one `nsimbi` command and gives its standard output.
 * @param programFolder of another version; this one when left out.
 * @throws with its output when it exits non-zero.
 */
export function runNsimbi(
  commandArguments: readonly string[],
  settings: Record<string, string>,
  programFolder = checkout,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [entryOf(programFolder), ...commandArguments],
      { cwd: programFolder, env: childEnvironment(settings), maxBuffer: 256 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else
          reject(
            new Error(`nsimbi ${commandArguments.join(' ')}: ${error.message}\n${stdout.slice(-4000)}\n${stderr}`),
          );
      },
    );
  });
}
