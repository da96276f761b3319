import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkout } from './service/nsimbi-command.ts';

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(join(checkout, 'package-lock.json'), 'utf8'),
);
const packages = new Map(Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/')));

/** Whether `npm ci --omit=dev` installs it: what development needs and a production package merely may use stays too. */
const isProduction = ({ dev, link }: LockedPackage) => dev !== true && link !== true;
const production = [...packages].filter(([, one]) => isProduction(one)).map(([path]) => path);

/** Where Node finds a package that another one imports: beside it, or in a folder above. */
function resolve(from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (packages.has(path)) return path;
    if (folder === '') return null;
  }
}

/** Every package that the root's dependencies need, and theirs. */
function needed(): Set<string> {
  const found = new Set<string>();
  const add = (from: string, one: LockedPackage) => {
    for (const name of Object.keys({ ...one.dependencies, ...one.optionalDependencies })) {
      const path = resolve(from, name);
      const next = path === null ? undefined : packages.get(path);
      if (path === null || next === undefined || found.has(path)) continue;
      found.add(path);
      add(path, next);
    }
  };
  add('', lock.packages[''] ?? {});
  return found;
}

/** Whether a package is for Debian on x64. */
function isForDebian({ os, cpu, libc }: LockedPackage): boolean {
  return (
    (os ?? ['linux']).includes('linux') && (cpu ?? ['x64']).includes('x64') && (libc ?? ['glibc']).includes('glibc')
  );
}

describe('an installation without development dependencies', () => {
  test('has what the service needs, and nothing that a package merely may use', () => {
    expect(production.toSorted()).toEqual([...needed()].toSorted());
  });

  test.each(['vite', 'vitest', 'rolldown', 'react', 'react-dom', 'typescript', 'playwright-core', 'node'])(
    'has no %s',
    (name) => {
      expect(packages.has(`node_modules/${name}`)).toBe(true);
      expect(production).not.toContain(`node_modules/${name}`);
    },
  );

  test('has every package that another one cannot do without', () => {
    // npm installs no peer dependencies by itself here (.npmrc), so each is a dependency of ours or of another package.
    const missing = [...packages].flatMap(([from, { peerDependencies, peerDependenciesMeta, ...one }]) => {
      const names = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
      return names
        .filter((name) => {
          const peer = packages.get(resolve(from, name) ?? '');
          return peer === undefined || (isProduction(one) && !isProduction(peer));
        })
        .map((name) => `${from} needs ${name}`);
    });
    expect(missing).toEqual([]);
  });

  test('is as large as docs/operations.md says', () => {
    const page = readFileSync(join(checkout, 'docs/operations.md'), 'utf8');
    const written = Number(/about (\d+) packages/.exec(page)?.[1]);
    const installed = [...packages.values()].filter((one) => isProduction(one) && isForDebian(one)).length;
    expect(Math.abs(written - installed), `${installed} packages are installed`).toBeLessThan(10);
  });
});
