import { expect, it } from 'vitest';
import { publicUrlDoubt } from './public-url.ts';

it.each([
  [null, false],
  ['https://pay.example.ug', false],
  ['http://127.0.0.1:4500', false],
  ['http://localhost:4500', false],
  ['http://[::1]:4500', false],
  ['http://pay.example.ug', true],
  ['http://10.0.0.5:4500', true],
])('NSIMBI_PUBLIC_URL %s is doubtful: %s', (publicUrl, isDoubtful) => {
  expect(publicUrlDoubt(publicUrl) !== null).toBe(isDoubtful);
});
