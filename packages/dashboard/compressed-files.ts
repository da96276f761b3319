import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) } as const;

/**
 * Writes each file of the build compressed beside itself, as `.br` and `.gz`: the server sends what the browser takes
 * and never compresses while somebody waits. A form that saves nothing is left out. Browsers take brotli only over https and from this machine.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle).flatMap((output) => {
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          return Object.entries(encodings).map(async ([ending, compress]) => {
            const compressed = await compress(content);
            if (compressed.length >= content.length) return;
            await writeFile(join(dir, `${output.fileName}.${ending}`), compressed);
          });
        }),
      );
    },
  };
}
