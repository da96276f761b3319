import classes from './live-mark.module.css';

/** Says whether what is shown keeps itself up to date. */
export function LiveMark({ isLive }: { readonly isLive: boolean }) {
  return (
    <span className={classes.mark} data-live={isLive || undefined} title="New transactions appear automatically">
      <span className={classes.dot} aria-hidden />
      {isLive ? 'Updates automatically' : 'Updated every few seconds'}
    </span>
  );
}
