import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import type { Figures } from '../../../../../src/http/dashboard/schemas/figures.ts';
import { Money } from '../../components/money.tsx';
import { countText, moneyText } from '../../components/money-text.ts';
import { pointLabel, pointName } from './period.ts';
import { axisText, ticksUpTo } from './ticks.ts';
import classes from './volume-chart.module.css';

/** The hours or days of a period in bars, from zero, and as a table with the numbers of transactions. `names` says what goes in and out. */
export default function VolumeChart(props: {
  readonly figures: Pick<Figures<unknown>, 'points' | 'by'>;
  readonly names: { readonly in: string; readonly out: string };
}) {
  const { figures, names } = props;
  const { points, by } = figures;
  const ticks = ticksUpTo(Math.max(0, ...points.flatMap((point) => [point.in, point.out])));
  const isEmpty = points.every((point) => point.in_count + point.out_count === 0);
  return (
    <figure className={classes.chart}>
      <div aria-hidden className={classes.bars}>
        <BarChart
          h="100%"
          data={points.map((point) => ({ at: pointLabel(point.at), [names.in]: point.in, [names.out]: point.out }))}
          dataKey="at"
          series={[
            { name: names.in, color: 'nsimbi.5' },
            { name: names.out, color: 'gray.5' },
          ]}
          withLegend
          legendProps={{ verticalAlign: 'top', align: 'right', height: 32 }}
          valueFormatter={moneyText}
          yAxisProps={{ width: 84, ticks, domain: [0, ticks.at(-1) ?? 0], interval: 0, tickFormatter: axisText }}
          xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 28 }}
          barProps={{ radius: [2, 2, 0, 0], maxBarSize: 14, isAnimationActive: false }}
          // The table below has the same for the keyboard and screen readers.
          barChartProps={{ accessibilityLayer: false }}
          gridAxis="x"
          tickLine="none"
        />
      </div>
      <figcaption>
        <Text size="xs" c="dimmed" className={classes.caption}>
          {isEmpty ? 'Nothing completed in this period.' : `By ${by} in Kampala, in shillings.`}
        </Text>
        <details className={classes.table}>
          <summary>Show as a table</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
          <section className={classes.scroll} tabIndex={0} aria-label={`Table by ${by}`}>
            <table>
              <caption>
                {names.in} and {names.out.toLowerCase()} by {by}
              </caption>
              <thead>
                <tr>
                  <th scope="col">{by === 'hour' ? 'Hour' : 'Day'}</th>
                  {[names.in, names.out].map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {points.map((point) => (
                  <tr key={point.at}>
                    <th scope="row">{pointName(point.at)}</th>
                    <td>
                      <AmountAndCount amount={point.in} count={point.in_count} />
                    </td>
                    <td>
                      <AmountAndCount amount={point.out} count={point.out_count} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      </figcaption>
    </figure>
  );
}

function AmountAndCount({ amount, count }: { readonly amount: number; readonly count: number }) {
  return (
    <>
      <Money amount={amount} />, {countText(count)} {count === 1 ? 'transaction' : 'transactions'}
    </>
  );
}
