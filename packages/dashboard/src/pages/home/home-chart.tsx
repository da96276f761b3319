import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Text, VisuallyHidden } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { HomeDay } from '../../../../../src/http/dashboard/schemas/home.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { moneyText } from '../../components/money-text.ts';
import { dayText, momentInKampala } from '../../components/time-text.ts';

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Thirty days in bars. What collections brought is after fees, what payouts took with fees. */
export default function HomeChart({ days }: { readonly days: readonly HomeDay[] }) {
  const data = days.map(({ day, collections, payouts }) => ({
    day: dayText(new Date(momentInKampala(`${day}T00:00`))),
    Collections: collections,
    Payouts: payouts,
  }));
  if (days.every(({ collections, payouts }) => collections === 0 && payouts === 0)) {
    return (
      <EmptyState icon={IconChartBar} title="No transactions in the last 30 days">
        Completed collections and payouts are shown here by day.
      </EmptyState>
    );
  }
  const total = (of: 'collections' | 'payouts') => moneyText(days.reduce((sum, day) => sum + day[of], 0));
  return (
    <figure style={{ margin: 0 }}>
      <div aria-hidden>
        <BarChart
          h={240}
          data={data}
          dataKey="day"
          series={[
            { name: 'Collections', color: 'nsimbi.5' },
            { name: 'Payouts', color: 'gray.5' },
          ]}
          withLegend
          legendProps={{ verticalAlign: 'top', align: 'right', height: 32 }}
          valueFormatter={moneyText}
          yAxisProps={{ width: 52, tickFormatter: (value: number) => short.format(value) }}
          xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 28 }}
          barProps={{ radius: [2, 2, 0, 0], maxBarSize: 14, isAnimationActive: false }}
          // The table below says the same to the keyboard and to screen readers.
          barChartProps={{ accessibilityLayer: false }}
          gridAxis="x"
          tickLine="none"
        />
      </div>
      <figcaption>
        <Text size="xs" c="dimmed" mt="sm">
          The last 30 days in Kampala: collections brought {total('collections')} after fees, payments and withdrawals
          took {total('payouts')} with fees.
        </Text>
        <VisuallyHidden>
          <table>
            <caption>Collections and payouts by day</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Collections</th>
                <th scope="col">Payouts</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, collections, payouts }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td>{moneyText(collections)}</td>
                  <td>{moneyText(payouts)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </VisuallyHidden>
      </figcaption>
    </figure>
  );
}
