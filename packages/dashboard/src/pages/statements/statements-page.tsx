import { Stack } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { ExportForm } from './export-form.tsx';
import { StatementForm } from './statement-form.tsx';

/** The wallet on paper: a statement of some days, and transactions as a file. */
export function StatementsPage() {
  return (
    <>
      <PageHeader title="Statements" description="Account statements and transaction exports for your accounting." />
      <Stack gap={48}>
        <StatementForm />
        <ExportForm />
      </Stack>
    </>
  );
}
