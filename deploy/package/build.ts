/**
 * Builds the package that `npm install -g` installs: build/nsimbi-VERSION-PLATFORM.tgz.
 *
 * Node does not run TypeScript below node_modules, so the package has JavaScript, compiled by tsc in the same folders, and no
 * build step of its own. It contains its production dependencies in the versions of package-lock.json, so that an installation
 * needs no registry and is exactly what was tested; some of them are compiled for one platform, so the package is too.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { guideNames } from '../../src/http/guides/guide.ts';
import { packageManifest, productionPackages, sharedLibraryNames } from './contents.ts';

const root = join(import.meta.dirname, '../..');
const build = join(root, 'build');
const staged = join(build, 'package');

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest = readJson(join(root, 'package.json'));

if (process.platform !== 'linux') {
  console.error(`The package is built on Linux, for Linux; this is ${process.platform}.`);
  process.exit(1);
}
rmSync(staged, { recursive: true, force: true });
mkdirSync(staged, { recursive: true });

execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', import.meta.dirname], {
  stdio: 'inherit',
});
copyEntry();
for (const path of [
  'migrations',
  'packages/dashboard/dist',
  'src/statements/fonts',
  'deploy/caddy',
  'deploy/ha',
  'deploy/monitoring',
  'deploy/nginx',
  'deploy/systemd',
  // The page below /verify.
  'packages/receipt-verifier/verify.html',
  // The pages that the service shows below /docs/guides; the others are for whoever has the repository.
  ...guideNames.map((name) => `docs/${name}.md`),
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
]) {
  cpSync(join(root, path), join(staged, path), { recursive: true });
}
copyDependencies();
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(packageManifest(manifest, process.arch), null, 2)}\n`);

execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', build], {
  cwd: staged,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const tarball = join(build, `nsimbi-${manifest.version}-linux-${process.arch}.tgz`);
renameSync(join(build, `nsimbi-${manifest.version}.tgz`), tarball);
console.log(tarball);

/** The program's first file is JavaScript already; only what it loads has another name. */
function copyEntry(): void {
  const text = readFileSync(join(root, 'bin/nsimbi.mjs'), 'utf8');
  const compiled = text.replace("import('../src/cli/program.ts')", "import('../src/cli/program.js')");
  if (compiled === text) throw new Error('bin/nsimbi.mjs does not load src/cli/program.ts any more');
  mkdirSync(join(staged, 'bin'));
  writeFileSync(join(staged, 'bin/nsimbi.mjs'), compiled, { mode: 0o755 });
}

function copyDependencies(): void {
  const lock = readJson(join(root, 'package-lock.json'));
  for (const path of productionPackages(lock, (path) => existsSync(join(root, path)))) {
    cpSync(join(root, path), join(staged, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => basename(source) !== 'node_modules' && isNeeded(source),
    });
    const links = join(staged, path, 'native/pg-symlinks.json');
    if (existsSync(links)) nameSharedLibraries(join(staged, path), readJson(links));
  }
}

/** What PostgreSQL's package has for compiling other programs is not needed. */
function isNeeded(path: string): boolean {
  return !/\/native\/(?:include|lib\/(?:.*\.a|.*pgxs|pkgconfig))(?:\/|$)/.test(path);
}

/** A package of npm has no symbolic links, so each shared library gets the name that programs load it by. */
function nameSharedLibraries(folder: string, links: readonly { source: string; target: string }[]): void {
  for (const { target } of links) rmSync(join(folder, target), { force: true });
  for (const [file, name] of sharedLibraryNames(links)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    renameSync(join(folder, file), join(folder, name));
  }
  writeFileSync(join(folder, 'native/pg-symlinks.json'), '[]\n');
}
