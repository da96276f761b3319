import { IconAlertCircle, IconCheck, IconCircle, IconClock, IconX } from '@tabler/icons-react';
import { type Tone, toneOf, wordText } from './status.ts';
import classes from './status-badge.module.css';

const icons = { good: IconCheck, waiting: IconClock, bad: IconX, attention: IconAlertCircle, neutral: IconCircle };

/** A status as a small badge: its word, an icon and a colour. `label` and `tone` where the word alone says too little. */
export function StatusBadge(props: { readonly status: string; readonly label?: string; readonly tone?: Tone }) {
  const { status, label = wordText(status), tone = toneOf(status) } = props;
  const Icon = icons[tone];
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={13} stroke={2.2} aria-hidden />
      {label}
    </span>
  );
}
