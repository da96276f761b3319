import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type PeriodName, periodNames } from '../../../../../src/http/dashboard/schemas/figures.ts';
import { useFollowing } from '../../components/use-following.ts';
import { kampalaDay } from '../statements/days.ts';
import { daysErrors, type PeriodSearch, periodLabels } from './period.ts';
import classes from './period-picker.module.css';

/** Which days figures are of. The days of a custom period are shown when they are sent, so that half a date is no error. */
export function PeriodPicker(props: {
  readonly chosen: PeriodSearch;
  /** The period of a page whose address names none. */
  readonly otherwise: PeriodName;
  /** The days that are shown, with which a custom period begins. */
  readonly shown: { readonly from: string; readonly to: string } | undefined;
  readonly choose: (chosen: PeriodSearch) => void;
}) {
  const { chosen, otherwise, shown, choose } = props;
  const period = chosen.period ?? otherwise;
  const today = kampalaDay(new Date());
  return (
    <div className={classes.picker}>
      <SegmentedControl
        aria-label="Period"
        value={period}
        data={periodNames.map((name) => ({ value: name, label: periodLabels[name] }))}
        classNames={{ root: classes.periods ?? '', label: classes.period ?? '' }}
        onChange={(value) => {
          const name = periodNames.find((one) => one === value) ?? otherwise;
          const days = { from: shown?.from ?? today, to: shown?.to ?? today };
          choose(name === 'custom' ? { period: name, ...days } : { period: name });
        }}
      />
      {period === 'custom' ? <CustomDays chosen={chosen} today={today} choose={choose} /> : null}
    </div>
  );
}

function CustomDays(props: {
  readonly chosen: PeriodSearch;
  readonly today: string;
  readonly choose: (chosen: PeriodSearch) => void;
}) {
  const { chosen, today, choose } = props;
  const [from, setFrom] = useFollowing(chosen.from);
  const [to, setTo] = useFollowing(chosen.to);
  const [isSent, setIsSent] = useState(false);
  const errors = daysErrors(from, to, today);
  const shownErrors = isSent ? errors : {};
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isWrong = errors.from !== undefined || errors.to !== undefined;
    setIsSent(isWrong);
    if (!isWrong) choose({ period: 'custom', from, to });
  };
  return (
    <form onSubmit={send} noValidate>
      <Group align="flex-start" gap="sm">
        <TextInput
          type="date"
          label="First day"
          value={from}
          max={today}
          error={shownErrors.from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Last day"
          value={to}
          max={today}
          error={shownErrors.to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" className={classes.show}>
          Show
        </Button>
      </Group>
    </form>
  );
}
