import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { nodePrimitives } from '../../src/receipts/node-primitives.ts';
import { readReceipt } from '../../src/receipts/verify/read-receipt.ts';
import { UnreadableReceipt } from '../../src/receipts/verify/receipt.ts';
import { verifyReceipt } from '../../src/receipts/verify/verify-receipt.ts';
import { checkout } from '../service/nsimbi-command.ts';
import { makeVectors, readVectors, type Vector, vectorsFile } from './vectors.ts';

const { trusted_keys: trustedKeys, vectors } = readVectors();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-receipts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The result and the places of alterations that `isNamed` accepts. */
function expectedOf({ result, altered = [] }: Vector, isNamed: (place: string) => boolean = () => true): string {
  return [result, ...altered.filter(isNamed)].join(' ');
}

/** The samples name the values that are shown wrongly, and no other place. */
const isShownValue = (place: string) => place.startsWith('transaction.');

function textOf({ input }: Vector): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

test('the test vectors are those that the format gives', () => {
  const made = makeVectors();
  if (process.env.UPDATE_DOCS === '1') writeFileSync(vectorsFile, `${JSON.stringify(made, null, 1)}\n`);
  expect(readVectors()).toEqual(JSON.parse(JSON.stringify(made)));
});

describe('the verification of the program finds', () => {
  it.each(vectors)('$name', (vector) => {
    expect(found(textOf(vector))).toBe(expectedOf(vector));
  });
});

function found(text: string): string {
  try {
    const verdict = verifyReceipt(readReceipt(Buffer.from(text)), trustedKeys, nodePrimitives);
    const places = verdict.result === 'altered' ? verdict.alterations.map(({ place }) => place) : [];
    return [verdict.result, ...places].join(' ');
  } catch (error) {
    if (error instanceof UnreadableReceipt) return 'unreadable';
    throw error;
  }
}

const python = spawnSync('python3', ['-c', 'import cryptography'], { encoding: 'utf8' });
const samples = [
  { file: 'verify.mjs', program: process.execPath, isHere: true },
  { file: 'verify.py', program: 'python3', isHere: python.status === 0 },
] as const;

/** The samples read JSON; the text of a QR code is for the program and its page. */
const asJson = vectors.filter(({ input }) => typeof input === 'object');

describe.each(samples)('the sample $file', ({ file, program, isHere }) => {
  it.skipIf(!isHere)('finds the same in every vector', () => {
    const results = asJson.map((vector, at) => {
      const receipt = join(folder, `${file}-${at}.json`);
      writeFileSync(receipt, textOf(vector));
      const run = spawnSync(program, [join(checkout, 'docs/receipts', file), receipt, ...trustedKeys], {
        encoding: 'utf8',
      });
      return `${vector.name}: ${run.stdout.trim()}${run.stderr}`;
    });
    expect(results).toEqual(asJson.map((vector) => `${vector.name}: ${expectedOf(vector, isShownValue)}`));
  });
});
