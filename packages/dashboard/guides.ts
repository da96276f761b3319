import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { guideNames } from '../../src/http/guides/guide.ts';
import { readGuides } from '../../src/http/guides/read-guides.ts';

const name = 'virtual:guides';

/** The module `virtual:guides` with the guides of `docs/`, read when the dashboard is built. */
export function guides(): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      for (const guide of guideNames) {
        this.addWatchFile(fileURLToPath(new URL(`../../docs/${guide}.md`, import.meta.url)));
      }
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await readGuides()))})`;
    },
  };
}
