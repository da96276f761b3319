import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../src/settings/settings.ts';
import { checkout } from '../service/nsimbi-command.ts';

const { version }: { readonly version: string } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const textOf = (path: string) => readFileSync(join(checkout, path), 'utf8');
const known = new Set(Object.values(settings).map(({ name }) => name));
/** Names that are not settings of the service: the folder of settings, and passwords that compose.yaml gives to PostgreSQL. */
const others = new Set(['NSIMBI_SECRETS_DIR', 'NSIMBI_DATABASE_PASSWORD', 'NSIMBI_MIGRATOR_PASSWORD']);

describe.each([
  'Containerfile',
  'compose.yaml',
  'deploy/kubernetes/database.yaml',
  'deploy/kubernetes/migrate.yaml',
  'deploy/kubernetes/service.yaml',
  'docs/kubernetes.md',
])('%s', (path) => {
  test('names settings that exist', () => {
    const names = textOf(path).match(/\b(?:NSIMBI_[A-Z_]+|DATABASE_\w*URL)\b/g) ?? [];
    expect(names.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
  });

  test('names the version of the program', () => {
    const versions = textOf(path).matchAll(/(?:nsimbi:|VERSION=|nsimbi-migrate-)(\d+[.-]\d+[.-]\d+)/g);
    expect(
      [...versions].map(([, found = '']) => found.replaceAll('-', '.')).filter((found) => found !== version),
    ).toEqual([]);
  });

  test.runIf(path.endsWith('.yaml'))('is YAML', () => {
    expect(parseAllDocuments(textOf(path)).flatMap(({ errors }) => errors)).toEqual([]);
  });
});

test('every pod of Kubernetes runs without privileges on a read-only root', () => {
  const pods = ['migrate', 'service']
    .flatMap((name) => parseAllDocuments(textOf(`deploy/kubernetes/${name}.yaml`)))
    .map((document) => document.toJS().spec?.template?.spec)
    .filter((pod) => pod !== undefined);
  expect(pods).toHaveLength(4);
  for (const pod of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          securityContext: {
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    });
  }
});
