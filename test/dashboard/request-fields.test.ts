import { expect, test } from 'vitest';
import { compileDashboardValidator } from '../../src/http/validation.ts';
import { Refusal } from '../../src/refusal.ts';
import { routesOfApi } from './routes-of-api.ts';

const routes = await routesOfApi();

/** The fields that are named as wrong when the body is this. */
function wrongFields(schema: NonNullable<(typeof routes)[number]['body']>, body: object): string[] {
  const validate = compileDashboardValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  const { error } = validate(body) as { error?: Error };
  return error instanceof Refusal ? Object.keys(error.errors ?? {}) : [];
}

test('null in an optional field of the dashboard’s API means that it was left out; in a required one it is refused', () => {
  let tried = 0;
  for (const { method, url, body } of routes) {
    for (const field of Object.keys(body?.properties ?? {})) {
      if (body === undefined) continue;
      const where = `${method} ${url} ${field}`;
      const withNull = wrongFields(body, { [field]: null });
      if (body.required?.includes(field) !== true) expect([where, withNull]).toEqual([where, wrongFields(body, {})]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(60);
});
