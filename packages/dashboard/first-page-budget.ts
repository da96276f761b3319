import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/**
 * Fails the build when the first page weighs more than `bytesMax` compressed (gzip): the entry, the named lazy pages,
 * and all scripts and styles that these import before they can be drawn.
 */
export function firstPageBudget(budget: { readonly bytesMax: number; readonly pages: readonly string[] }): Plugin {
  return {
    name: 'first-page-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const roots = Object.values(bundle).filter((output) => isRoot(output, budget.pages));
      const files = new Set<string>();
      for (const root of roots) addWithImports(root.fileName, bundle, files);
      const bytes = [...files].reduce((sum, name) => sum + compressedBytes(bundle[name]), 0);
      const size = `The first page is ${Math.ceil(bytes / 1000)} kB compressed, of ${budget.bytesMax / 1000} kB allowed`;
      if (bytes > budget.bytesMax) this.error(`${size}. Load what it does not need at once with import().`);
      this.info(`${size}.`);
    },
  };
}

function isRoot(output: Rolldown.OutputAsset | Rolldown.OutputChunk, pages: readonly string[]): boolean {
  if (output.type !== 'chunk') return false;
  if (output.isEntry) return true;
  const module = output.facadeModuleId;
  return module !== null && pages.some((page) => module.endsWith(page));
}

function addWithImports(fileName: string, bundle: Rolldown.OutputBundle, files: Set<string>): void {
  if (files.has(fileName)) return;
  const output = bundle[fileName];
  if (output === undefined) return;
  files.add(fileName);
  if (output.type !== 'chunk') return;
  for (const style of output.viteMetadata?.importedCss ?? []) files.add(style);
  for (const imported of output.imports) addWithImports(imported, bundle, files);
}

function compressedBytes(output: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): number {
  if (output === undefined) return 0;
  return gzipSync(output.type === 'chunk' ? output.code : output.source).length;
}
