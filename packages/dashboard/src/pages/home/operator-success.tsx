import type { Ended, OperatorSuccess as Success } from '../../../../../src/http/dashboard/schemas/home.ts';
import { countText } from '../../components/money-text.ts';
import { rateOf, rateText } from './change.ts';
import classes from './home-page.module.css';

/** How many of the payments that ended were completed, by operator. What customers declined is not completed either. */
export function OperatorSuccess({ operators }: { readonly operators: readonly Success[] }) {
  return (
    <dl className={classes.rate}>
      {operators.map(({ operator, direction, last_24_hours, last_7_days }) => (
        <div key={`${operator} ${direction}`}>
          <dt>
            {operator} {direction}
          </dt>
          <dd>{rateText(rateOf(last_24_hours))}</dd>
          <dd>
            {countText(last_24_hours.completed)} of {countText(ended(last_24_hours))} completed in 24 hours;{' '}
            {rateText(rateOf(last_7_days))} in 7 days
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ended({ completed, failed }: Ended): number {
  return completed + failed;
}
