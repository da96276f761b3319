import type { ReactNode } from 'react';
import classes from './money-page.module.css';

/** What is confirmed or was made, line by line. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** One line: its name on the left, what it is on the right. */
export function Fact(props: { readonly label: string; readonly children: ReactNode; readonly isTotal?: boolean }) {
  const { label, children, isTotal = false } = props;
  return (
    <div className={isTotal ? classes.total : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
