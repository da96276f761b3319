import { CopyButton } from '../../components/copy-button.tsx';
import classes from './code-sample.module.css';

/** A sample that is copied whole. */
export function CodeSample({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <div className={classes.sample}>
      <div className={classes.copy}>
        <CopyButton text={code} label={`Copy: ${label}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={label}>
        <pre className={classes.code}>{code}</pre>
      </section>
    </div>
  );
}
