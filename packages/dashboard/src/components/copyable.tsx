import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './copyable.module.css';

/** A reference, id or secret with a button that copies it. `children` is shown instead of the text where given. */
export function Copyable(props: { readonly text: string; readonly label?: string; readonly children?: ReactNode }) {
  const { text, label, children } = props;
  return (
    <span className={classes.copyable}>
      <span className={children === undefined ? classes.code : classes.shown}>{children ?? text}</span>
      <CopyButton text={text} label={label} />
    </span>
  );
}
