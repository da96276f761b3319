import classes from './money.module.css';
import { dayText, exactMomentText, momentText } from './time-text.ts';

/** A moment (ISO 8601) in Kampala's time, exact to the second on hover; null is a dash. */
export function When({ at, dayOnly = false }: { readonly at: string | null; readonly dayOnly?: boolean }) {
  if (at === null) return <span>–</span>;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactMomentText(moment)} className={classes.money}>
      {dayOnly ? dayText(moment) : momentText(moment, new Date())}
    </time>
  );
}
