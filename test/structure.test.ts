import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * The areas of the program, each a folder or file of `src`. An area imports only from itself and from areas above it in
 * this list; an import of a type counts too.
 */
const areas = [
  'money',
  'refusal',
  'masks',
  'logging',
  'slots',
  'text-line',
  'workbook',
  'postgres',
  'secrets',
  'phone',
  'settings',
  'history',
  'jobs',
  'ledger',
  'access',
  'proofs',
  'events',
  'fees',
  'wallet',
  'search',
  'approvals',
  'adjustments',
  'statements',
  'receipts',
  'bulk-payouts',
  'reviews',
  'dual-control',
  'operators',
  'settlement',
  'webhooks',
  'notifications',
  'reconciliation',
  'audit',
  'archiving',
  'backup',
  'config',
  'live-readiness',
  'http',
  'first-start',
  'demo',
  'service',
  'main',
  'cli',
];

/** The relative imports of every source file, tests left out: path in the repository → paths. */
function readImports(folders: readonly string[]): Map<string, string[]> {
  const imports = new Map<string, string[]>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!/(?<!\.test)\.tsx?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll(sep, '/');
      const text = readFileSync(join(root, path), 'utf8');
      const targets = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
        .map(([, target = '']) => normalize(join(dirname(path), target)).replaceAll(sep, '/'))
        .filter((target) => existsSync(join(root, target)));
      imports.set(path, targets);
    }
  }
  return imports;
}

/** The groups of files that reach one another through imports (Tarjan's algorithm), each in alphabetical order. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string) => {
    const index = number.size;
    number.set(file, index);
    lowest.set(file, index);
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!number.has(target)) visit(target);
      if (path.includes(target)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(target) ?? 0));
    }
    if (lowest.get(file) !== number.get(file)) return;
    const group = path.splice(path.indexOf(file));
    if (group.length > 1) circles.push(group.sort());
  };
  for (const file of imports.keys()) if (!number.has(file)) visit(file);
  return circles;
}

/** `src/ledger/plan/plan.ts` → `ledger`; null for a file outside of `src`. */
function areaOf(path: string): string | null {
  return /^src\/([^/]+?)(?:\.ts)?(?:\/|$)/.exec(path)?.[1] ?? null;
}

test('no files import one another in a circle', () => {
  const packages = readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, 'packages', name, 'src')),
  );
  const circles = circlesOf(readImports(['src', 'bench', ...packages.map((name) => `packages/${name}/src`)]));
  expect(circles.map((files) => files.join(' '))).toEqual([]);
});

test('imports between areas follow their order', () => {
  const imports = readImports(['src']);
  const unlisted = [...imports.keys()].map(areaOf).filter((area) => area === null || !areas.includes(area));
  expect(new Set(unlisted)).toEqual(new Set());
  const backward = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const area = areaOf(target);
      if (area === null || areas.indexOf(area) <= areas.indexOf(areaOf(file) ?? '')) return [];
      return [`${file} -> ${target}`];
    }),
  );
  expect(backward).toEqual([]);
});

test('a circle is found', () => {
  const imports = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['b.ts']],
  ]);
  expect(circlesOf(imports)).toEqual([['b.ts', 'c.ts']]);
});

test('nothing but demo data is written at times in the past', () => {
  const importers = [...readImports(['src', 'bench'])].filter(([, targets]) =>
    targets.includes('src/ledger/writer/past-writer.ts'),
  );
  expect(importers.map(([file]) => file).sort()).toEqual(['src/demo/seed-demo.ts', 'src/demo/write-history.ts']);
});
