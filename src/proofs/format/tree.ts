import { hash } from 'node:crypto';
import { hashBytes } from './leaf.ts';

/**
 * The Merkle tree of RFC 9162, section 2.1.1, over leaves that are hashes already: a tree of one leaf is that leaf, and a node
 * is SHA-256(0x01 | left | right).
 */

/** The root. @throws RangeError where there is no leaf. */
export function treeRoot(leaves: readonly Buffer[]): Buffer {
  const root = levelsOf(leaves).at(-1)?.[0];
  if (root === undefined) throw new RangeError('a tree has at least one leaf');
  return root;
}

/** The inclusion path of a leaf, from its sibling upwards (section 2.1.3). @throws RangeError where there is no such leaf. */
export function inclusionPath(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves[index] === undefined) throw new RangeError(`a tree of ${leaves.length} leaves has no leaf ${index}`);
  const path: Buffer[] = [];
  let at = index;
  for (const level of levelsOf(leaves)) {
    const sibling = level[at ^ 1];
    if (sibling !== undefined) path.push(sibling);
    at >>>= 1;
  }
  return path;
}

/**
 * The root that a leaf and its path lead to (section 2.1.3.2).
 * @param size how many leaves the tree has.
 * @returns null where the path does not fit the place and the size.
 */
export function rootOfPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null;
  let place = index;
  let last = size - 1;
  let root = leaf;
  for (const sibling of path) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      root = nodeOf(sibling, root);
      while (place % 2 === 0 && place !== 0) {
        place /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      root = nodeOf(root, sibling);
    }
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : null;
}

/**
 * The levels from the leaves to the root. A node without a sibling is also the node above it: the same tree as that of the RFC,
 * which splits at the largest power of two below the size.
 */
function levelsOf(leaves: readonly Buffer[]): (readonly Buffer[])[] {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; ) {
    const above: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] as Buffer;
      const right = level[at + 1];
      above.push(right === undefined ? left : nodeOf(left, right));
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

function nodeOf(left: Buffer, right: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(1 + 2 * hashBytes);
  bytes[0] = 1;
  left.copy(bytes, 1);
  right.copy(bytes, 1 + hashBytes);
  return Buffer.from(hash('sha256', bytes, 'binary'), 'binary');
}
