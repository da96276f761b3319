import { Button, Checkbox, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewReceiptLink } from '../../../../../src/http/dashboard/schemas/receipts.ts';
import { api } from '../../api/api.ts';
import { FormError } from '../../components/form-error.tsx';

const forms = [
  { value: 'full', label: 'In full' },
  { value: 'masked', label: 'Masked, such as 25677*****42 and A. N.' },
  { value: 'hidden', label: 'Hidden' },
];

const ends = [
  { value: '1', label: 'After 1 day' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '366', label: 'After a year' },
];

/** What a link to a receipt shows, and when it ends. */
export function ReceiptLinkForm(props: { readonly path: string; readonly onMade: (link: NewReceiptLink) => void }) {
  const { path, onMade } = props;
  const [business, setBusiness] = useState('full');
  const [counterparty, setCounterparty] = useState('masked');
  const [showsDescription, setShowsDescription] = useState(false);
  const [days, setDays] = useState('30');
  const make = useMutation({
    mutationFn: () =>
      api.post<NewReceiptLink>(path, {
        business,
        counterparty,
        show_description: showsDescription,
        valid_days: Number(days),
      }),
    onSuccess: onMade,
  });
  return (
    <Stack gap="md">
      <FormError error={make.error} />
      <Select
        label="The business"
        data={forms}
        value={business}
        onChange={(value) => setBusiness(value ?? 'full')}
        allowDeselect={false}
      />
      <Select
        label="Counterparty"
        description="Name and phone of who paid or was paid."
        data={forms}
        value={counterparty}
        onChange={(value) => setCounterparty(value ?? 'masked')}
        allowDeselect={false}
      />
      <Checkbox
        label="Show the description"
        checked={showsDescription}
        onChange={(event) => setShowsDescription(event.currentTarget.checked)}
      />
      <Select
        label="The link expires"
        data={ends}
        value={days}
        onChange={(value) => setDays(value ?? '30')}
        allowDeselect={false}
      />
      <Button loading={make.isPending} onClick={() => make.mutate()}>
        Create the link
      </Button>
    </Stack>
  );
}
