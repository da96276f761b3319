import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Below it a file is one packet or two either way. */
const bytesMin = 1_400;

const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) } as const;

/**
 * Writes each file of the build compressed beside itself, as `.br` and `.gz`: the server sends what the browser takes
 * and never compresses while somebody waits. Browsers take brotli only over https and from this machine.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle).flatMap((output) => {
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (content.length < bytesMin) return [];
          return Object.entries(encodings).map(async ([ending, compress]) =>
            writeFile(join(dir, `${output.fileName}.${ending}`), await compress(content)),
          );
        }),
      );
    },
  };
}
