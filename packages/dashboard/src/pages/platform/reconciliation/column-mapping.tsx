import {
  Alert,
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  TagsInput,
  Text,
  Title,
} from '@mantine/core';
import { IconAlertCircle, IconTable } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { Money } from '../../../components/money.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { When } from '../../../components/when.tsx';
import {
  type Field,
  fields,
  fieldTexts,
  forgetMapping,
  type Mapping,
  type Preview,
  previewStatement,
  type Reading,
  rememberMapping,
  tryMapping,
} from './statement-columns.ts';

const rowsShown = 8;

interface ColumnMappingProps {
  readonly operator: string;
  readonly file: File;
  /** Called when the statement can be compared. */
  readonly onMapped: () => void;
  readonly onCancel: () => void;
}

/** Asks which columns of a statement mean what, and shows how its first rows are read by that. */
export function ColumnMapping({ operator, file, ...rest }: ColumnMappingProps) {
  const preview = useQuery({
    queryKey: ['platform', 'reconciliation', 'preview', operator, file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => previewStatement(operator, file, signal),
    // A new answer must not replace what the person has chosen.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (preview.error !== null) return <FormError error={preview.error} whenRepeated="only_reads" />;
  if (preview.data === undefined) return <Skeleton height={240} />;
  return <MappingForm operator={operator} preview={preview.data} {...rest} />;
}

function MappingForm({
  operator,
  preview,
  onMapped,
  onCancel,
}: Omit<ColumnMappingProps, 'file'> & { readonly preview: Preview }) {
  const [heading, setHeading] = useState(preview.heading);
  const names = columnNames(preview.lines[heading]?.cells ?? []);
  const [mapping, setMapping] = useState(() => startOf(preview));
  const ignore = mapping.ignore.filter(({ column }) => names.includes(column));
  const shown: Mapping = { ...mapping, ...onlyNamed(mapping, names), ignore };
  const [leftOut] = shown.ignore;
  const rows = preview.lines.slice(heading + 1, heading + 1 + rowsShown);
  const tried = useQuery({
    queryKey: ['platform', 'reconciliation', 'try', operator, shown, heading],
    queryFn: () =>
      tryMapping(
        operator,
        shown,
        preview.lines[heading]?.cells ?? [],
        rows.map(({ cells }) => cells),
      ),
    placeholderData: (before) => before,
  });
  const remember = useMutation({ mutationFn: () => rememberMapping(operator, shown), onSuccess: onMapped });
  const forget = useMutation({ mutationFn: () => forgetMapping(operator), onSuccess: onMapped });
  const problem = tried.data?.problem ?? null;
  return (
    <Stack gap="md" component="section" aria-labelledby="columns-title">
      <div>
        <Title order={3} size="h5" id="columns-title">
          Map the columns
        </Title>
        <Text c="dimmed" size="sm">
          The mapping is saved for later statements of this operator. Nothing is compared until you confirm.
        </Text>
      </div>
      <FirstLines preview={preview} />
      <Select
        label="Header row"
        allowDeselect={false}
        data={preview.lines.map(({ line, cells }, index) => ({
          value: String(index),
          label: `Line ${line}: ${cells.join(', ').slice(0, 60)}`,
        }))}
        value={String(heading)}
        onChange={(value) => setHeading(Number(value))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        {fields.map((field) => (
          <Select
            key={field}
            {...fieldTexts[field]}
            placeholder="Not in this statement"
            clearable
            clearButtonProps={{ 'aria-label': `No column for ${fieldTexts[field].label}` }}
            data={names}
            value={shown[field][0] ?? null}
            onChange={(value) => setMapping({ ...mapping, [field]: value === null ? [] : [value] })}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        <Select
          label="05/06/2027 is"
          allowDeselect={false}
          data={[
            { value: 'day_first', label: '5 June 2027' },
            { value: 'month_first', label: '6 May 2027' },
          ]}
          value={mapping.date_order}
          onChange={(value) =>
            setMapping({ ...mapping, date_order: value === 'month_first' ? 'month_first' : 'day_first' })
          }
        />
        {shown.direction.length === 0
          ? null
          : (['in', 'out'] as const).map((side) => (
              <TagsInput
                key={side}
                label={`Words for money ${side}`}
                value={[...mapping.direction_words[side]]}
                onChange={(words) =>
                  setMapping({ ...mapping, direction_words: { ...mapping.direction_words, [side]: words } })
                }
              />
            ))}
      </SimpleGrid>
      {shown.status.length === 0 ? null : (
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="sm">
          {(['succeeded', 'failed', 'pending'] as const).map((status) => (
            <TagsInput
              key={status}
              label={`Words for ${status}`}
              value={[...mapping.status_words[status]]}
              onChange={(words) =>
                setMapping({ ...mapping, status_words: { ...mapping.status_words, [status]: words } })
              }
            />
          ))}
        </SimpleGrid>
      )}
      <Checkbox
        label="Positive amounts are money in, negative amounts are money out"
        checked={mapping.signed}
        onChange={({ currentTarget }) => setMapping({ ...mapping, signed: currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Skip rows by column"
          description="Charges, commissions and other rows that are not payments"
          placeholder="None"
          clearable
          clearButtonProps={{ 'aria-label': 'Skip no rows' }}
          data={names}
          value={leftOut?.column ?? null}
          onChange={(column) => setMapping({ ...mapping, ignore: column === null ? [] : [{ column, words: [] }] })}
        />
        {leftOut === undefined ? null : (
          <TagsInput
            label="Values to skip"
            description="Rows with one of these values are skipped"
            value={[...leftOut.words]}
            onChange={(words) => setMapping({ ...mapping, ignore: [{ column: leftOut.column, words }] })}
          />
        )}
      </SimpleGrid>
      <FormError error={tried.error ?? remember.error ?? forget.error} />
      {problem === null ? (
        <DataTable
          label="Preview of the first rows"
          columns={readingColumns}
          rows={tried.data?.readings.map((reading, index) => ({ line: rows[index]?.line ?? 0, reading }))}
          rowKey={({ line }) => line}
          empty={<EmptyState icon={IconTable} title="There are no rows below the header row" />}
        />
      ) : (
        <Alert color="yellow" icon={<IconAlertCircle size={18} aria-hidden />} role="status">
          {problem}
        </Alert>
      )}
      <Group gap="xs">
        <Button
          loading={remember.isPending}
          disabled={problem !== null || tried.data === undefined}
          onClick={() => remember.mutate()}
        >
          Save and compare
        </Button>
        {preview.remembered === null ? null : (
          <Button variant="default" loading={forget.isPending} onClick={() => forget.mutate()}>
            Use the default columns and compare
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

interface LineReading {
  readonly line: number;
  readonly reading: Reading;
}

const readingColumns: readonly Column<LineReading>[] = [
  {
    key: 'line',
    header: 'Line',
    render: ({ line }) => line,
    narrow: 'who',
    renderNarrow: ({ line, reading }) => (reading.is === 'payment' ? reading.receipt : null) ?? `Line ${line}`,
  },
  {
    key: 'status',
    header: 'Status',
    narrow: 'status',
    render: ({ reading }) => (
      <StatusBadge
        status={reading.is === 'payment' ? reading.status : reading.is}
        {...(reading.is === 'unreadable' ? { tone: 'bad' as const } : {})}
      />
    ),
  },
  { key: 'receipt', header: 'Receipt', render: ({ reading }) => (reading.is === 'payment' ? reading.receipt : null) },
  {
    key: 'reference',
    header: 'Our reference',
    render: ({ reading }) => (reading.is === 'payment' ? reading.reference : null),
    narrow: 'what',
  },
  {
    key: 'amount',
    header: 'Amount',
    alignRight: true,
    render: ({ reading }) => (reading.is === 'payment' ? <Money amount={reading.amount} /> : null),
    narrow: 'amount',
  },
  {
    key: 'direction',
    header: 'Direction',
    render: ({ reading }) => (reading.is === 'payment' ? (reading.direction ?? '–') : null),
    narrow: 'what',
  },
  {
    key: 'at',
    header: 'Time',
    render: ({ reading }) => (reading.is === 'payment' ? <When at={reading.at} /> : null),
    narrow: 'when',
  },
  {
    key: 'why',
    header: 'Reason',
    render: ({ reading }) => (reading.is === 'unreadable' ? reading.because : null),
    narrow: 'what',
  },
];

/** The file as it is, so that columns can be recognized by their values. */
function FirstLines({ preview }: { readonly preview: Preview }) {
  const width = Math.max(0, ...preview.lines.map(({ cells }) => cells.length));
  const columns: Column<Preview['lines'][number]>[] = [
    { key: 'line', header: 'Line', render: ({ line }) => line },
    ...Array.from({ length: width }, (_, index) => ({
      key: `column ${index}`,
      header: `Column ${index + 1}`,
      render: ({ cells }: Preview['lines'][number]) => (cells[index] ?? '').slice(0, 60),
    })),
  ];
  return (
    <DataTable
      label="The first lines of the statement"
      columns={columns}
      rows={preview.lines.slice(0, rowsShown)}
      rowKey={({ line }) => line}
      empty={<EmptyState icon={IconTable} title="The statement is empty" />}
    />
  );
}

/** What was remembered where the statement has those columns, else what its headings suggest. */
function startOf({ remembered, suggested, lines, heading }: Preview): Mapping {
  if (remembered === null) return suggested;
  const names = columnNames(lines[heading]?.cells ?? []);
  const isThere = fields.every((field) => remembered[field].every((name) => names.includes(name)));
  return isThere ? { ...suggested, ...remembered } : { ...suggested, ...wordsOf(remembered) };
}

function wordsOf({ date_order, direction_words, status_words, signed }: Mapping) {
  return { date_order, direction_words, status_words, signed };
}

/** The chosen columns that the line of the headings has. */
function onlyNamed(mapping: Mapping, names: readonly string[]): Record<Field, string[]> {
  const named = fields.map((field) => [field, mapping[field].filter((name) => names.includes(name))]);
  return Object.fromEntries(named) as Record<Field, string[]>;
}

function columnNames(cells: readonly string[]): string[] {
  return [...new Set(cells.filter((name) => name.trim() !== ''))];
}
