import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { grafanaDashboard, rows } from '../../deploy/monitoring/grafana-dashboard.ts';
import { checkout } from '../service/nsimbi-command.ts';
import { metrics, seriesOf } from './metrics.ts';

const file = join(checkout, 'deploy/monitoring/grafana-dashboard.json');
const expressions = rows.flatMap(({ charts }) => charts.flatMap(({ queries }) => queries.map(({ expr }) => expr)));

/** A histogram gives three series, each with an ending of its own. */
function registeredType(series: string): string | undefined {
  const histogram = series.replace(/_(?:bucket|sum|count)$/, '');
  return metrics.get(series) ?? (metrics.get(histogram) === 'Histogram' ? 'Histogram' : undefined);
}

test('the dashboard of Grafana is what its description says (write it again with UPDATE_DOCS=1)', () => {
  const text = `${JSON.stringify(grafanaDashboard(), null, 2)}\n`;
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('its charts read metrics that the program registers, and rates of counters and histograms alone', () => {
  expect(expressions.flatMap(seriesOf).filter((name) => registeredType(name) === undefined)).toEqual([]);
  const rated = expressions.flatMap((expr) => [...expr.matchAll(/rate\((\w+)/g)].map(([, name = '']) => name));
  expect(rated.length).toBeGreaterThan(8);
  expect(rated.filter((name) => registeredType(name) === 'Gauge')).toEqual([]);
});

test('no two of its panels lie on each other', () => {
  const panels = grafanaDashboard().panels as { gridPos: { x: number; y: number; w: number; h: number } }[];
  const overlapping = panels.filter(({ gridPos: a }, at) =>
    panels.some(
      ({ gridPos: b }, other) => other > at && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h,
    ),
  );
  expect(overlapping).toEqual([]);
});
