/**
 * A number from 0 up to 1 that follows from a seed and words alone, so that a run with the same seed draws the same for
 * the same payment in whatever order requests arrive. FNV-1a, then the finaliser of MurmurHash3 (both public domain).
 */
export function uniform(seed: number, ...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}|${words.join('|')}`) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
