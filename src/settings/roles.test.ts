import { expect, it } from 'vitest';
import { readRoles } from './roles.ts';

it.each([
  ['api', ['api']],
  ['work,api', ['api', 'work']],
  [' dashboard , work ', ['work', 'dashboard']],
  ['api,work,dashboard', ['api', 'work', 'dashboard']],
] as const)('%j names roles', (text, roles) => {
  expect(readRoles(text)).toEqual(roles);
});

it.each(['', 'API', 'api,', 'worker', 'api,api', 'all'])('%j names none', (text) => {
  expect(readRoles(text)).toBeNull();
});
