import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyButton } from '../../components/copy-button.tsx';
import classes from './recovery-codes.module.css';

/** Recovery codes, which are seen this once. */
export function RecoveryCodes(props: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const { codes, onKept } = props;
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
        Keep these recovery codes where you find them without your phone. Each lets you in once; they are not shown
        again.
      </Alert>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between">
        <CopyButton text={codes.join('\n')} label="Copy the codes" />
        <Button onClick={onKept}>I have kept them</Button>
      </Group>
    </Stack>
  );
}
