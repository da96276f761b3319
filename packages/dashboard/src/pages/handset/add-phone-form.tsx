import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PhoneInput } from '../../components/phone-input.tsx';
import { phoneDigits } from '../../components/phone-text.ts';

/** Puts another phone on the screen. */
export function AddPhoneForm({ onAdd }: { readonly onAdd: (phone: string) => void }) {
  const form = useForm({
    initialValues: { phone: '' },
    validate: {
      phone: (typed) => (/^256\d{9}$/.test(phoneDigits(typed)) ? null : 'Enter a number such as 0772 000 001.'),
    },
  });
  return (
    <form onSubmit={form.onSubmit(({ phone }) => onAdd(phoneDigits(phone)))}>
      <Stack gap="md">
        <PhoneInput
          label="Phone"
          description="Any number works in test mode. No real phone is contacted."
          data-autofocus
          {...form.getInputProps('phone')}
        />
        <Button type="submit">Add</Button>
      </Stack>
    </form>
  );
}
