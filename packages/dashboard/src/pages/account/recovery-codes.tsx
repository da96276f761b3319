import { CopyButton } from '../../components/copy-button.tsx';
import { OneTimeDialog } from '../../components/one-time-dialog.tsx';
import classes from './recovery-codes.module.css';

/** Recovery codes, which are seen this once; null while there are none to show. */
export function RecoveryCodes(props: { readonly codes: readonly string[] | null; readonly onStored: () => void }) {
  const codes = props.codes ?? [];
  return (
    <OneTimeDialog
      opened={props.codes !== null}
      title="Save your recovery codes"
      warning="Save these recovery codes where you can find them without your phone. Each code works once. They are not shown again."
      storedLabel="I have saved them"
      onStored={props.onStored}
    >
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.join('\n')} label="Copy the codes" />
      </div>
    </OneTimeDialog>
  );
}
