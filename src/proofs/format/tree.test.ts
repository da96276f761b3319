import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inclusionPath, rootOfPath, treeRoot } from './tree.ts';

const leaves = (count: number) =>
  Array.from({ length: count }, (_, index) => createHash('sha256').update(`leaf ${index}`).digest());

const node = (left: Buffer, right: Buffer) => createHash('sha256').update('\x01').update(left).update(right).digest();

/** As RFC 9162 section 2.1.1 defines it: split at the largest power of two below the size. */
function rootByDefinition(of: readonly Buffer[]): Buffer {
  if (of.length === 1) return of[0] as Buffer;
  const half = 2 ** Math.ceil(Math.log2(of.length) - 1);
  return node(rootByDefinition(of.slice(0, half)), rootByDefinition(of.slice(half)));
}

/** Section 2.1.3.1. */
function pathByDefinition(index: number, of: readonly Buffer[]): Buffer[] {
  if (of.length === 1) return [];
  const half = 2 ** Math.ceil(Math.log2(of.length) - 1);
  return index < half
    ? [...pathByDefinition(index, of.slice(0, half)), rootByDefinition(of.slice(half))]
    : [...pathByDefinition(index - half, of.slice(half)), rootByDefinition(of.slice(0, half))];
}

const place = fc
  .integer({ min: 1, max: 70 })
  .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })));

describe('a tree', () => {
  it('has the root and the paths of RFC 9162', () => {
    fc.assert(
      fc.property(place, ([size, index]) => {
        const all = leaves(size);
        expect(treeRoot(all)).toEqual(rootByDefinition(all));
        expect(inclusionPath(all, index)).toEqual(pathByDefinition(index, all));
      }),
    );
  });

  it('proves each leaf at its place, and at no other place or size', () => {
    fc.assert(
      fc.property(place, ([size, index]) => {
        const all = leaves(size);
        const leaf = all[index] as Buffer;
        const path = inclusionPath(all, index);
        expect(rootOfPath(leaf, index, size, path)).toEqual(treeRoot(all));
        for (let other = 0; other < size; other += 1) {
          if (other !== index) expect(rootOfPath(leaf, other, size, path)).not.toEqual(treeRoot(all));
        }
        expect(rootOfPath(leaf, index, size, [...path, leaf])).toBeNull();
        if (path.length > 0) expect(rootOfPath(leaf, index, size, path.slice(0, -1))).toBeNull();
      }),
    );
  });

  it('does not prove another leaf', () => {
    const all = leaves(5);
    expect(rootOfPath(leaves(6)[5] as Buffer, 3, 5, inclusionPath(all, 3))).not.toEqual(treeRoot(all));
  });

  it('has a leaf, and each place lies in it', () => {
    expect(() => treeRoot([])).toThrow(RangeError);
    expect(() => inclusionPath(leaves(3), 3)).toThrow(RangeError);
    expect(rootOfPath(leaves(1)[0] as Buffer, 1, 1, [])).toBeNull();
    expect(rootOfPath(leaves(1)[0] as Buffer, -1, 1, [])).toBeNull();
    expect(rootOfPath(leaves(1)[0] as Buffer, 0.5, 1, [])).toBeNull();
  });
});
