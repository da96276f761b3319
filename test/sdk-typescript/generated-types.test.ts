import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { digestLine, generate, generatedFile, installedGenerator } from '../../packages/sdk-typescript/generate.ts';
import { createServer } from '../../src/http/server.ts';
import { fakeParts } from '../http/fakes.ts';

const howToUpdate = 'UPDATE_SDK=1 npm test -- test/sdk-typescript/generated-types.test.ts';
const generator = installedGenerator();
let document: ReturnType<JSON['parse']>;

beforeAll(async () => {
  const server = await createServer(fakeParts());
  const response = await server.inject({ method: 'GET', url: '/openapi.json' });
  await server.close();
  document = response.json();
  if (process.env.UPDATE_SDK) {
    if (generator === null) throw new Error('openapi-typescript is not installed: run npm install first');
    writeFileSync(generatedFile, await generate(document, generator));
  }
});

test('the types of the TypeScript SDK are of the document that the service serves', () => {
  expect(readFileSync(generatedFile, 'utf8').split('\n')[0], `write the types again: ${howToUpdate}`).toBe(
    digestLine(document),
  );
});

test.skipIf(generator === null)('the generated file is what the generator writes, and nobody edited it', async () => {
  expect(await generate(document, generator!), howToUpdate).toBe(readFileSync(generatedFile, 'utf8'));
});
