import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..');
const slug = 'nsimbi-payments';
/** The oldest time that a zip file can have: the same sources give the same bytes. */
const fileTime = new Date(1980, 0, 1, 12);

/**
 * Writes `<target>/nsimbi-payments` and its zip file beside it.
 * @returns the paths of both.
 */
export function buildPlugin(target: string): { readonly folder: string; readonly zip: string } {
  const folder = join(target, slug);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, 'plugin'), folder, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const sdk = join(root, 'packages/sdk-php/src');
  for (const path of filesBelow(sdk)) {
    const copy = join(folder, 'sdk', path);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, inPluginNamespace(readFileSync(join(sdk, path), 'utf8')));
  }
  const files = filesBelow(folder).map((path) => [`${slug}/${path}`, readFileSync(join(folder, path))] as const);
  const zip = join(target, `${slug}-${versionOf(folder)}.zip`);
  writeFileSync(zip, zipSync(Object.fromEntries(files), { level: 9, mtime: fileTime }));
  return { folder, zip };
}

/**
 * A file of the client package with `Nsimbi` as `NsimbiPayments\Sdk` in its `namespace`, its `use` and its qualified names. The class
 * `Nsimbi` keeps its name.
 */
export function inPluginNamespace(code: string): string {
  return code
    .replace(/^namespace Nsimbi(?=[;\\])/m, 'namespace NsimbiPayments\\Sdk')
    .replace(/(?<![\w\\$'"-])(\\?)Nsimbi\\(?=[A-Z{])/g, '$1NsimbiPayments\\Sdk\\');
}

/** The paths of all files below a folder, in alphabetical order. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function versionOf(folder: string): string {
  const header = readFileSync(join(folder, `${slug}.php`), 'utf8');
  const [, version] = /^ \* Version: (\S+)$/m.exec(header) ?? [];
  if (version === undefined) throw new Error(`${slug}.php has no version`);
  return version;
}
