import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TObject, TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { propertySentence } from '../../src/http/field-sentences.ts';
import { type ApiRoute, routesOfApi } from './routes-of-api.ts';

const page = fileURLToPath(new URL('../../docs/dashboard-api.md', import.meta.url));

it('docs/dashboard-api.md says what the routes say (write it again with UPDATE_DOCS=1)', async () => {
  const made = pageOf(await routesOfApi());
  expect(made).not.toContain('No summary');
  if (process.env.UPDATE_DOCS === '1') writeFileSync(page, made);
  expect(readFileSync(page, 'utf8')).toBe(made);
});

const factorSentences = {
  always: ' Needs a recent factor.',
  live: ' Needs a recent factor in live mode.',
  never: '',
} as const;

function pageOf(routes: readonly ApiRoute[]): string {
  const sections = routes.map(({ method, url, right, stepUp, summary, query, body }) => [
    `### ${method} ${url}`,
    '',
    `${summary ?? 'No summary'}. ${right === 'signed_in' ? 'For everybody who is signed in.' : `Right: \`${right}\`.`}${factorSentences[stepUp]}`,
    ...fieldsOf('Query', query),
    ...fieldsOf('Body', body),
    '',
  ]);
  return [
    '# The API of the dashboard’s pages',
    '',
    '<!-- Made from the routes by test/dashboard/api-page.test.ts with UPDATE_DOCS=1. -->',
    '',
    'All paths are below `/dashboard/api`. It is made for the pages of the dashboard and changes with them; programs use',
    '[the public API](api.md) with a key. A request carries the cookie of a session and, unless it only reads, the header',
    '`Origin` of the dashboard’s own address. What moves money carries an `Idempotency-Key`. Answers and failures have the',
    'envelope of the public API. The rights are those of [people.md](people.md); sign-in itself is better-auth’s, below `/auth`.',
    '`GET /sign-in-options` needs no session and says whether links to set a password are mailed, and where passkeys work.',
    '',
    'What needs a recent factor is refused with `factor_required` unless one was given in this session within the last five minutes.',
    'The `factors` in its `data` can be given at `POST /auth/step-up/passkey`, `/auth/step-up/code` (`code`) and `/auth/step-up/password` (`password`).',
    '',
    ...sections.flat(),
  ].join('\n');
}

function fieldsOf(where: string, schema: TObject | undefined): string[] {
  const fields = Object.entries(schema?.properties ?? {});
  if (fields.length === 0) return [];
  const required = new Set<string>(schema?.required ?? []);
  return [
    '',
    `${where}:`,
    '',
    ...fields.map(([name, property]) => {
      const { description } = property as TSchema & { description?: string };
      const form = propertySentence(name, property).replace(`${name} must be `, '');
      const need = required.has(name) ? '' : ' Optional.';
      return `- \`${name}\`: ${form}${description === undefined ? '' : ` ${description}`}${need}`;
    }),
  ];
}
