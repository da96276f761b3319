import { Progress } from '@mantine/core';
import { countText } from '../../components/money-text.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { BulkPayout } from './bulk-payout.ts';
import classes from './bulk-payouts.module.css';

const parts = [
  { status: 'completed', label: 'completed', color: 'nsimbi' },
  { status: 'failed', label: 'failed', color: 'red' },
  { status: 'processing', label: 'in progress', color: 'blue' },
  { status: 'waiting', label: 'not sent yet', color: 'gray' },
  { status: 'cancelled', label: 'cancelled', color: 'gray' },
] as const;

/** What became of the rows so far, as a bar and in words. */
export function BulkProgress({ bulk }: { readonly bulk: BulkPayout }) {
  const { progress, row_count: rows } = bulk;
  const done = rows - progress.waiting - progress.processing;
  return (
    <div>
      <Progress.Root size="lg" aria-hidden>
        {parts
          .filter(({ status }) => status !== 'waiting' && status !== 'cancelled')
          .map(({ status, color }) => (
            <Progress.Section key={status} value={(progress[status] / rows) * 100} color={color} />
          ))}
      </Progress.Root>
      <ul className={classes.legend} aria-label={`${countText(done)} of ${countText(rows)} rows are done`}>
        {parts
          .filter(({ status }) => progress[status] > 0)
          .map(({ status, label }) => (
            <li key={status}>
              <StatusBadge status={status} label={`${countText(progress[status])} ${label}`} />
            </li>
          ))}
      </ul>
    </div>
  );
}
