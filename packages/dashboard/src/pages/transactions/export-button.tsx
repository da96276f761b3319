import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, downloadAddress, type Query } from '../../api/api.ts';
import { type StaffContext, useStaffContext } from '../../api/desk.ts';
import { ApiFailure, ConnectionLost } from '../../api/failure.ts';
import { FormError } from '../../components/form-error.tsx';
import { save } from '../statements/download-export.ts';
import { type ExportCount, exportCountText } from './export-count.ts';
import { type Filters, queryOf } from './filters.ts';

const formats = [
  {
    value: 'spreadsheet',
    label: 'CSV for a spreadsheet',
    description: 'Any number of rows. Phones and receipts keep all digits.',
  },
  { value: 'program', label: 'CSV for a program', description: 'Any number of rows, as plain values.' },
  {
    value: 'xlsx',
    label: 'Excel (.xlsx)',
    description: 'At most 19,999 rows. Amounts are numbers and times are dates.',
  },
] as const;
type Format = (typeof formats)[number]['value'];

/** Exports what the list shows. */
export function ExportButton({ filters }: { readonly filters: Filters }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Export transactions"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ExportForm filters={filters} />
      </Modal>
    </>
  );
}

function ExportForm({ filters }: { readonly filters: Filters }) {
  const context = useStaffContext();
  const [format, setFormat] = useState<Format>('spreadsheet');
  const query = queryOf(filters);
  const count = useQuery({
    queryKey: context.key('transactions', 'export-count', query),
    queryFn: ({ signal }) => api.get<ExportCount>(context.path('/exports/transactions/count'), { query, signal }),
  });
  const workbook = useMutation({ mutationFn: () => saveWorkbook(context, query) });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Stack gap="md">
      <Text>
        {isFiltered
          ? 'The file has the transactions that the filters of the list show.'
          : 'The file has all transactions.'}
      </Text>
      <Text aria-live="polite" fw={550}>
        {count.data === undefined ? (count.error === null ? 'Counting…' : null) : exportCountText(count.data)}
      </Text>
      <Radio.Group label="Format" value={format} onChange={(value) => setFormat(value as Format)}>
        <Stack gap="sm" mt="xs">
          {formats.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <FormError error={count.error ?? workbook.error} whenRepeated="only_reads" />
      <Group justify="flex-end">
        {format === 'xlsx' ? (
          <Button loading={workbook.isPending} onClick={() => workbook.mutate()}>
            Download
          </Button>
        ) : (
          // The browser saves it as it arrives, however long it is.
          <Button
            component="a"
            href={downloadAddress(context.path('/exports/transactions.csv'), { ...query, for: format })}
            download
          >
            Download
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Reads the workbook first, so that a refusal is shown here and not saved as a file. @throws ApiFailure, ConnectionLost */
async function saveWorkbook(context: StaffContext, query: Query): Promise<void> {
  let response: Response;
  let refusal: ConstructorParameters<typeof ApiFailure>[1];
  try {
    response = await fetch(downloadAddress(context.path('/exports/transactions.xlsx'), query), {
      credentials: 'same-origin',
    });
    if (response.ok) return save(await response.blob(), `transactions-${context.clientId}-${context.mode}.xlsx`);
    // A proxy in front of the service answers without JSON when the service is down.
    refusal = await response.json();
  } catch (error) {
    throw new ConnectionLost(error);
  }
  throw new ApiFailure(response.status, refusal);
}
