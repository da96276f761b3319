import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../service/nsimbi-command.ts';

/** The metrics that the program registers, with their types. */
export const metrics = new Map(
  readdirSync(join(checkout, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(checkout, 'src', path), 'utf8');
      return [...text.matchAll(/new (Gauge|Counter|Histogram)(?:<[^>]*>)?\(\{\s*name: '(nsimbi_\w+)'/g)].map(
        ([, type = '', name = '']) => [name, type] as const,
      );
    }),
);

/** The series that an expression reads: the names without those of labels and functions. */
export function seriesOf(expression: string): string[] {
  return [...expression.matchAll(/\bnsimbi_\w+/g)].map(([name]) => name);
}
