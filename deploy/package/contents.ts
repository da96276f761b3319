/** What the package contains: pure functions of the repository's manifests. */

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * The folders of production packages, as package-lock.json lists them.
 * @param isInstalled packages of other platforms are in the lock file and not on the disk.
 */
export function productionPackages(lock: LockFile, isInstalled: (path: string) => boolean): string[] {
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
    .map(([path]) => path)
    .filter(isInstalled);
}

/**
 * The manifest of the package. Its dependencies are inside it, and it has the command `nsimbi`, which the repository's own
 * manifest has not, because npx would install the whole program before it ran it.
 */
export function packageManifest(manifest: Manifest, architecture: string): object {
  const { name, version, description, license, engines, dependencies } = manifest;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    os: ['linux'],
    cpu: [architecture],
    libc: ['glibc'],
    bin: { nsimbi: 'bin/nsimbi.mjs' },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  };
}

/**
 * Which name each shared library must have: of `libpq.so.5.18`, linked as `libpq.so` and `libpq.so.5`, programs load the one
 * with the major version (its SONAME), and only compilers look for the one without.
 * @returns the file and its name, for each library.
 * @throws Error for a library without such a link.
 */
export function sharedLibraryNames(links: readonly { source: string; target: string }[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { source, target } of links) if (/\.so\.\d+$/.test(target)) names.set(source, target);
  for (const { source } of links) {
    if (!names.has(source)) throw new Error(`${source} has no link with its major version`);
  }
  return names;
}
