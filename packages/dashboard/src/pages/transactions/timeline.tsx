import { Text } from '@mantine/core';
import {
  type Icon,
  IconActivity,
  IconAlertCircle,
  IconBuildingBank,
  IconCheck,
  IconCircle,
  IconClock,
  IconWebhook,
  IconX,
} from '@tabler/icons-react';
import type { TrailStep } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { When } from '../../components/when.tsx';
import { CallDetails } from './call-details.tsx';
import classes from './timeline.module.css';

const ofKind: Readonly<Record<TrailStep['kind'], Icon | null>> = {
  state: null,
  operator: IconBuildingBank,
  event: IconActivity,
  delivery: IconWebhook,
  review: IconAlertCircle,
};
const ofTone: Readonly<Record<TrailStep['tone'], Icon>> = {
  good: IconCheck,
  bad: IconX,
  waiting: IconClock,
  attention: IconAlertCircle,
  neutral: IconCircle,
};

/** What happened, the newest on top. */
export function Timeline({ steps }: { readonly steps: readonly TrailStep[] }) {
  const keys = keysOf(steps);
  return (
    <ol className={classes.steps}>
      {steps.toReversed().map((step) => {
        const StepIcon = ofKind[step.kind] ?? ofTone[step.tone];
        return (
          <li key={keys.get(step)} className={classes.step} data-tone={step.tone}>
            <span className={classes.mark}>
              <StepIcon size={14} stroke={2} aria-hidden />
            </span>
            <div className={classes.what}>
              <Text fw={550}>{step.title}</Text>
              {step.detail === null ? null : (
                <Text c="dimmed" size="sm">
                  {step.detail}
                </Text>
              )}
              {step.call === null ? null : <CallDetails call={step.call} title={step.title} />}
            </div>
            <Text c="dimmed" size="sm" component="div" className={classes.when}>
              <When at={step.at} to="second" />
            </Text>
          </li>
        );
      })}
    </ol>
  );
}

/** An operator may send the same callback twice in one moment: equal steps are numbered. */
function keysOf(steps: readonly TrailStep[]): ReadonlyMap<TrailStep, string> {
  const alike = Map.groupBy(steps, ({ at, title, detail }) => `${at} ${title} ${detail}`);
  return new Map([...alike].flatMap(([text, same]) => same.map((step, place) => [step, `${text} ${place}`])));
}
