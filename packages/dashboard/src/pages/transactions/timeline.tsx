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
import type { TrailStep } from '../../../../../src/dashboard/schemas/transactions.ts';
import { When } from '../../components/when.tsx';
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
  return (
    <ol className={classes.steps}>
      {steps.toReversed().map((step) => {
        const StepIcon = ofKind[step.kind] ?? ofTone[step.tone];
        return (
          <li key={`${step.at} ${step.title} ${step.detail}`} className={classes.step} data-tone={step.tone}>
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
            </div>
            <Text c="dimmed" size="sm" component="div" className={classes.when}>
              <When at={step.at} />
            </Text>
          </li>
        );
      })}
    </ol>
  );
}
