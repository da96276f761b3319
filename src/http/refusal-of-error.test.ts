import { APIError } from 'better-auth/api';
import { expect, test } from 'vitest';
import { refusalOfError } from './refusal-of-error.ts';

test('a database that is away is that, also where the sign-in library wraps its error', () => {
  const cause = new Error('timeout exceeded when trying to connect');
  const failed = { code: 'FAILED_TO_GET_SESSION', message: 'Failed to get session' };
  const wrapped = APIError.from('INTERNAL_SERVER_ERROR', failed, { cause });
  expect([cause, wrapped].map((error) => refusalOfError(error).code)).toEqual([
    'database_unavailable',
    'database_unavailable',
  ]);
});

test('any other error says nothing of itself', () => {
  const cause = new Error('a mistake of ours');
  for (const error of [cause, new Error('outer', { cause }), 'text']) {
    expect(refusalOfError(error).code).toBe('internal_error');
  }
});
