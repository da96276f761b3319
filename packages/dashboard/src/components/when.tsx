import { createContext, use } from 'react';
import classes from './money.module.css';
import { dayText, exactMomentText, momentText, shortMomentText } from './time-text.ts';

/** How exactly a moment is shown. */
const texts = { day: dayText, minute: momentText, second: exactMomentText } as const;

/** Whether moments are shown without what goes without saying, as in the two lines of a narrow list. */
export const ShortMoments = createContext(false);

/** A moment (ISO 8601) in Kampala's time, to the second on hover; null is a dash. */
export function When({ at, to = 'minute' }: { readonly at: string | null; readonly to?: keyof typeof texts }) {
  const isShort = use(ShortMoments);
  if (at === null) return <span>–</span>;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={`${exactMomentText(moment)} EAT`} className={classes.money}>
      {isShort && to !== 'day' ? shortMomentText(moment, new Date()) : texts[to](moment)}
    </time>
  );
}
