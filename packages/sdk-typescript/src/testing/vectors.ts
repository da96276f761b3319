import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a file of packages/vectors. Its README says what it holds; the caller names the part that it uses. */
export function readVectors<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../vectors', name), 'utf8'));
}
