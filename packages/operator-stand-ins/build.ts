/**
 * Compiles the package to JavaScript in `dist`, with declarations, and copies the licence beside it. `npm pack` runs this:
 * Node runs TypeScript in the repository, and not below node_modules.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const here = import.meta.dirname;
const root = resolve(here, '../..');

rmSync(join(here, 'dist'), { recursive: true, force: true });
// What tsc prints goes to the error output, since `npm pack --json` is read by programs.
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', here], {
  stdio: ['ignore', process.stderr, 'inherit'],
});
chmodSync(join(here, 'dist/main.js'), 0o755);
cpSync(join(root, 'LICENSE'), join(here, 'LICENSE'));
