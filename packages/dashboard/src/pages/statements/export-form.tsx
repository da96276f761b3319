import { Alert, Button, Group, Progress, SegmentedControl, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Query } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { countText } from '../../components/money-text.ts';
import { PhoneInput } from '../../components/phone-input.tsx';
import { phoneDigits } from '../../components/phone-text.ts';
import { wordText } from '../../components/status.ts';
import { dayAfter, startOfDay } from './days.ts';
import { downloadExport, type ExportProgress } from './download-export.ts';

const types = ['payment_sent', 'payment_received', 'withdrawal', 'collection', 'deposit', 'adjustment', 'refund'];
const statuses = ['pending', 'processing', 'completed', 'failed'];
const choice = (word: string) => ({ value: word, label: wordText(word) });

const nothingYet: ExportProgress = { rows: 0, bytes: 0, expected: null };

/** Transactions as a CSV file, with the filters of their list and how far the file is. */
export function ExportForm() {
  const context = useStaffContext();
  const [filters, setFilters] = useState({ type: '', status: '', phone: '', from: '', to: '' });
  const [reader, setReader] = useState('spreadsheet');
  const [progress, setProgress] = useState(nothingYet);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const download = useMutation({
    mutationFn: ({ query, abort }: { query: Query; abort: AbortController }) => {
      const name = `transactions-${context.clientId}-${context.mode}.csv`;
      return downloadExport(context, query, name, abort.signal, setProgress);
    },
    onError: (_error, { abort }) => {
      if (abort.signal.aborted) download.reset();
    },
  });
  const errors = fieldErrors(download.error);
  const begin = () => {
    const abort = new AbortController();
    running.current = abort;
    setProgress(nothingYet);
    const query: Query = {
      for: reader,
      type: filters.type,
      status: filters.status,
      phone: filters.phone === '' ? '' : phoneDigits(filters.phone),
      from: filters.from === '' ? '' : startOfDay(filters.from),
      to: filters.to === '' ? '' : startOfDay(dayAfter(filters.to)),
    };
    download.mutate({ query, abort });
  };
  const set = (field: keyof typeof filters) => (value: string | null) =>
    setFilters({ ...filters, [field]: value ?? '' });
  return (
    <Stack gap="md" component="section" aria-labelledby="export">
      <div>
        <Title order={2} size="h3" id="export">
          Transactions as CSV
        </Title>
        <Text c="dimmed">
          Any number of rows. Without filters, all transactions are exported. Times are in Kampala time, with their
          offset.
        </Text>
      </div>
      <div>
        <SegmentedControl
          aria-label="Format"
          value={reader}
          onChange={setReader}
          data={[
            { value: 'spreadsheet', label: 'For a spreadsheet' },
            { value: 'program', label: 'For a program' },
          ]}
        />
        <Text size="sm" c="dimmed" mt={4}>
          {reader === 'spreadsheet'
            ? 'Phones and receipts are text and keep all digits and leading zeros.'
            : 'Plain values without formatting for spreadsheets.'}
        </Text>
      </div>
      <Group align="flex-start" gap="sm">
        <Select
          label="Type"
          placeholder="All"
          clearable
          clearButtonProps={{ 'aria-label': 'Any' }}
          data={types.map(choice)}
          value={filters.type || null}
          onChange={set('type')}
          w={170}
        />
        <Select
          label="Status"
          placeholder="All"
          clearable
          clearButtonProps={{ 'aria-label': 'Any' }}
          data={statuses.map(choice)}
          value={filters.status || null}
          onChange={set('status')}
          w={150}
        />
        <PhoneInput
          label="Phone"
          w={170}
          value={filters.phone}
          error={errors.phone}
          onChange={(event) => set('phone')(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="From day"
          value={filters.from}
          error={errors.from}
          onChange={(event) => set('from')(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To day"
          value={filters.to}
          error={errors.to}
          onChange={(event) => set('to')(event.currentTarget.value)}
        />
      </Group>
      <FormError error={download.error} fields={['phone', 'from', 'to']} whenRepeated="only_reads" />
      {download.isPending ? <Running progress={progress} /> : null}
      {download.isSuccess ? (
        <Alert color="nsimbi" icon={<IconCheck size={18} aria-hidden />} role="status">
          {download.data.rows === 1 ? '1 transaction was' : `${countText(download.data.rows)} transactions were`} saved.
        </Alert>
      ) : null}
      <Group gap="xs">
        <Button loading={download.isPending} leftSection={<IconDownload size={16} aria-hidden />} onClick={begin}>
          Download as CSV
        </Button>
        {download.isPending ? (
          <Button variant="default" onClick={() => running.current?.abort()}>
            Stop
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

function Running({ progress: { rows, bytes, expected } }: { readonly progress: ExportProgress }) {
  const share = expected === null || !expected.isExact ? null : (rows / Math.max(1, expected.rows)) * 100;
  const of = expected === null ? '' : ` of ${expected.isExact ? '' : 'more than '}${countText(expected.rows)}`;
  return (
    <div>
      <Progress
        value={share ?? 100}
        striped={share === null}
        animated={share === null}
        aria-label="Progress of the download"
      />
      <Text size="sm" c="dimmed" mt={6} role="status">
        {countText(rows)}
        {of} rows, {(bytes / 1_000_000).toFixed(1)} MB
      </Text>
    </div>
  );
}
