import classes from './money.module.css';
import { dayText, exactMomentText, momentText } from './time-text.ts';

/** How exactly a moment is shown. */
const texts = { day: dayText, minute: momentText, second: exactMomentText } as const;

/** A moment (ISO 8601) in Kampala's time, to the second on hover; null is a dash. */
export function When({ at, to = 'minute' }: { readonly at: string | null; readonly to?: keyof typeof texts }) {
  if (at === null) return <span>–</span>;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={`${exactMomentText(moment)} EAT`} className={classes.money}>
      {texts[to](moment)}
    </time>
  );
}
