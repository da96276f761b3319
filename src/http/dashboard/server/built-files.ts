import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where `packages/dashboard/prepare.mjs` puts the pages that a browser loads. */
export const builtFolder = fileURLToPath(new URL('../../../../packages/dashboard/dist', import.meta.url));

/** For the log and for the browser of an installation without the pages. */
export const notBuiltSentence =
  'The dashboard is not built: run "npm ci", which builds it, and then "npm prune --omit=dev" (docs/operations.md, "Install").';

/** An install without development dependencies has no tools to build the pages with. */
export function isDashboardBuilt(folder = builtFolder): boolean {
  return existsSync(`${folder}/index.html`);
}
