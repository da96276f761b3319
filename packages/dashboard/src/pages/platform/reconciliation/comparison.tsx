import { Alert, Button, Group, Paper, Progress, SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StatementOperator } from '../../../../../../src/http/dashboard/schemas/reconciliation.ts';
import { api, withQuery } from '../../../api/api.ts';
import { CsvInput } from '../../../components/csv-input.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { countText } from '../../../components/money-text.ts';
import { wordText } from '../../../components/status.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { Differences } from './differences.tsx';
import { compareStatement, type Entry, type Summary } from './report-lines.ts';

/** Differences beyond this many are only counted, so that the browser stays quick; the command line writes them all. */
const entriesMax = 10_000;

interface Progressing {
  readonly share: number;
  readonly rows: number;
}

interface Report {
  readonly summary: Summary | null;
  readonly problem: { readonly message: string; readonly code: string } | null;
  readonly entries: readonly Entry[];
}

/** Takes a statement, shows how far its comparison is, and what differs. */
export function Comparison({ onDone }: { readonly onDone: () => void }) {
  const operators = useQuery({
    queryKey: ['platform', 'reconciliation', 'operators'],
    queryFn: ({ signal }) => api.get<StatementOperator[]>('/platform/reconciliation/operators', { signal }),
  });
  const [chosenOperator, setOperator] = useState<string | null>(null);
  const operator = chosenOperator ?? operators.data?.[0]?.key ?? '';
  const [mode, setMode] = useState('live');
  const [opensCases, setOpensCases] = useState(true);
  const [file, setFile] = useState<File | null>(null);
  const [isMapping, setMapping] = useState(false);
  const [progress, setProgress] = useState<Progressing>({ share: 0, rows: 0 });
  const compare = useMutation({
    mutationFn: async (statement: File): Promise<Report> => {
      setProgress({ share: 0, rows: 0 });
      const query = { operator, mode, open_cases: opensCases, name: statement.name };
      const path = withQuery('/platform/reconciliation', query);
      const entries: Entry[] = [];
      let summary: Summary | null = null;
      let problem: Report['problem'] = null;
      for await (const line of compareStatement(path, statement, new AbortController().signal)) {
        if ('progress' in line) setProgress(line.progress);
        else if ('entry' in line) {
          if (entries.length < entriesMax) entries.push(line.entry);
        } else if ('summary' in line) summary = line.summary;
        else problem = line.failed;
      }
      return { summary, problem, entries };
    },
    onSuccess: ({ problem }) => setMapping(problem?.code === 'columns_unknown'),
    onSettled: onDone,
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setMapping(false);
    compare.reset();
  };
  const report = compare.data;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="compare-title">
      <Title order={2} size="h4" mb="md" id="compare-title">
        Compare a statement
      </Title>
      <Stack gap="md">
        <FormError error={operators.error ?? compare.error} />
        <Group gap="lg" align="flex-end">
          <SegmentedControl
            aria-label="Operator"
            value={operator}
            onChange={(chosen) => {
              setOperator(chosen);
              setMapping(false);
            }}
            data={(operators.data ?? []).map(({ key, name }) => ({ value: key, label: name }))}
          />
          <SegmentedControl
            aria-label="Mode"
            value={mode}
            onChange={setMode}
            data={[
              { value: 'live', label: 'Live' },
              { value: 'test', label: 'Test' },
            ]}
          />
          <Switch
            label="Open review cases"
            checked={opensCases}
            onChange={({ currentTarget }) => setOpensCases(currentTarget.checked)}
          />
        </Group>
        <Group align="flex-end" gap="sm">
          <CsvInput
            label="Statement"
            description="CSV or Excel (.xlsx), as the operator’s portal exports it"
            accept=".csv,.xlsx,text/csv"
            value={file}
            onChange={choose}
            w={{ base: '100%', xs: 360 }}
          />
          <Button
            disabled={file === null}
            loading={compare.isPending}
            onClick={() => file !== null && compare.mutate(file)}
          >
            Compare
          </Button>
          <Button
            variant="default"
            disabled={file === null || compare.isPending}
            onClick={() => setMapping(!isMapping)}
          >
            Columns
          </Button>
        </Group>
        {compare.isPending ? (
          <Stack gap={6} role="status">
            <Text size="sm">
              {Math.round(progress.share * 100)} % of the statement, {countText(progress.rows)} rows
            </Text>
            <Progress value={progress.share * 100} aria-label="Progress of the comparison" animated />
          </Stack>
        ) : null}
        {report?.problem == null ? null : (
          <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden />} role="alert">
            {report.problem.code === 'columns_unknown'
              ? 'The columns of this statement are unknown. Map them below.'
              : report.problem.message}
          </Alert>
        )}
        {file === null || !isMapping || compare.isPending ? null : (
          <ColumnMapping
            key={operator}
            operator={operator}
            file={file}
            onMapped={() => {
              setMapping(false);
              compare.mutate(file);
            }}
            onCancel={() => setMapping(false)}
          />
        )}
        {report?.summary == null ? null : <Outcome summary={report.summary} />}
        {report === undefined || report.entries.length === 0 ? null : <Differences entries={report.entries} />}
      </Stack>
    </Paper>
  );
}

function Outcome({ summary }: { readonly summary: Summary }) {
  const counted = Object.entries(summary.counts).filter(([, count]) => count > 0);
  const isRight = summary.differences === 0 && (summary.counts.unreadable ?? 0) === 0;
  return (
    <Alert
      color={isRight ? 'green' : 'yellow'}
      icon={isRight ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
      title={isRight ? 'The statement matches the books' : `${countText(summary.differences)} differences`}
      role="status"
    >
      {countText(summary.rows)} rows:{' '}
      {counted.map(([name, count]) => `${wordText(name)} ${countText(count)}`).join(', ')}.
      {summary.cases_opened === 0 ? null : ` ${countText(summary.cases_opened)} review cases were opened.`}
    </Alert>
  );
}
