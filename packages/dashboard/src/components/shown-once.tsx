import { CopyButton } from './copy-button.tsx';
import classes from './shown-once.module.css';

/** A text that is seen this once and taken along: a key, a link. `label` says what is copied: "Copy the key". */
export function ShownOnce({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={classes.box}>
      <code className={classes.text}>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
