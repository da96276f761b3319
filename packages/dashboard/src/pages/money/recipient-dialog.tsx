import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedRecipientObject } from '../../../../../src/http/dashboard/schemas/recipients.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { PhoneInput } from '../../components/phone-input.tsx';
import { phoneDigits, phoneText } from '../../components/phone-text.ts';
import { completePhone, notAMobileNumber } from './form-problems.ts';

/** What the dialog is about: a recipient that is not saved yet, with what is known of it, or one whose name and note are changed. */
export type RecipientEdited =
  | { readonly is: 'new'; readonly phone: string; readonly name: string }
  | { readonly is: 'saved'; readonly recipient: SavedRecipientObject };

/** Saves a recipient, or changes the name and the note of a saved one. */
export function RecipientDialog(props: {
  readonly title: string;
  /** Null while the dialog is closed. */
  readonly editing: RecipientEdited | null;
  readonly onClose: () => void;
}) {
  const { title, editing, onClose } = props;
  const [isSaving, setSaving] = useState(false);
  // Not while it is saved, so that a refusal is seen.
  const close = () => {
    if (!isSaving) onClose();
  };
  return (
    <Modal opened={editing !== null} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {editing === null ? null : <RecipientForm editing={editing} onSaving={setSaving} onClose={onClose} />}
    </Modal>
  );
}

interface RecipientValues {
  readonly phone: string;
  readonly name: string;
  readonly note: string;
}

function RecipientForm(props: {
  readonly editing: RecipientEdited;
  /** Called with whether the request runs. */
  readonly onSaving: (isSaving: boolean) => void;
  readonly onClose: () => void;
}) {
  const { editing, onSaving, onClose } = props;
  const context = useStaffContext();
  const client = useQueryClient();
  const form = useForm<RecipientValues>({
    initialValues: valuesOf(editing),
    validate: {
      phone: (phone) => (completePhone(phone) === null ? notAMobileNumber : null),
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
    },
  });
  const save = useMutation({
    mutationFn: ({ phone, name, note }: RecipientValues) => {
      const digits = phoneDigits(phone);
      const content = { name: name.trim(), ...(note.trim() === '' ? {} : { note: note.trim() }) };
      return editing.is === 'new'
        ? api.post<SavedRecipientObject>(context.path('/recipients'), { phone: digits, ...content })
        : api.put<SavedRecipientObject>(context.path(`/recipients/${digits}`), content);
    },
    onMutate: () => onSaving(true),
    onSettled: () => onSaving(false),
    onSuccess: ({ name }) => {
      void client.invalidateQueries({ queryKey: context.key('recipients') });
      void client.invalidateQueries({ queryKey: context.key('preview') });
      notifications.show({
        message: `${name} was saved.`,
        color: 'nsimbi',
        closeButtonProps: { 'aria-label': 'Close' },
      });
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={save.error} fields={['phone', 'name', 'note']} whenRepeated="happens_once" />
        <PhoneInput label="Phone" readOnly={editing.is === 'saved'} {...form.getInputProps('phone')} />
        <TextInput label="Name" maxLength={120} {...form.getInputProps('name')} />
        <TextInput label="Note" description="Optional." maxLength={255} {...form.getInputProps('note')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function valuesOf(editing: RecipientEdited): RecipientValues {
  if (editing.is === 'new') {
    return { phone: editing.phone === '' ? '' : phoneText(editing.phone), name: editing.name, note: '' };
  }
  const { phone, name, note } = editing.recipient;
  return { phone: phoneText(phone), name, note: note ?? '' };
}
