import { Button, Group } from '@mantine/core';

/** Ends one part of a page of settings; off while nothing in it was changed. */
export function SaveButton(props: { readonly label: string; readonly isDirty: boolean; readonly isPending: boolean }) {
  return (
    <Group justify="flex-end">
      <Button type="submit" size="xs" variant="default" disabled={!props.isDirty} loading={props.isPending}>
        {props.label}
      </Button>
    </Group>
  );
}
