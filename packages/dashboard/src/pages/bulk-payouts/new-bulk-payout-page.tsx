import { Button, Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { BulkCheckObject, BulkPayoutObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';
import { api } from '../../api/api.ts';
import { type StaffContext, useStaffContext } from '../../api/desk.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { isWorkbook } from '../../api/workbook-file.ts';
import { CsvInput } from '../../components/csv-input.tsx';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { moneyText } from '../../components/money-text.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { AnswerLost, SentBefore } from '../../components/sent-before.tsx';
import { OperatorSetupNotice } from '../money/operator-setup.tsx';
import { BulkCheck } from './bulk-check.tsx';

/** What the service takes in one go. */
const bytesMax = 3_500_000;

const sample =
  'phone,amount,name,description\n0772000001,150000,Jane Akello,Wages for March\n0752000002,95000,Moses Okello,Wages for March\n';

interface Checked {
  readonly csv: string;
  readonly check: BulkCheckObject;
}

/** The service reads an Excel workbook. */
async function csvOfWorkbook(context: StaffContext, file: File): Promise<string> {
  const bytes = new Blob([file], { type: 'application/octet-stream' });
  const { csv } = await api.upload<{ csv: string }>(context.path('/bulk-payouts/workbook'), bytes);
  return csv;
}

/** A new file of payments: choose it, see what it would do, let it go. */
export function NewBulkPayoutPage() {
  const context = useStaffContext();
  const navigate = useNavigate();
  const client = useQueryClient();
  const idempotency = useIdempotencyKey('bulk-payout');
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [asksApproval, setAsksApproval] = useState(false);
  const check = useMutation({
    mutationFn: async (chosen: File): Promise<Checked> => {
      if (chosen.size > bytesMax) throw new Error('too large');
      const csv = (await isWorkbook(chosen)) ? await csvOfWorkbook(context, chosen) : await chosen.text();
      return { csv, check: await api.post<BulkCheckObject>(context.path('/bulk-payouts/check'), { csv }) };
    },
  });
  const make = useMutation({
    mutationFn: ({ csv, check: { total_deducted } }: Checked) => {
      idempotency.noteSent();
      return api.post<BulkPayoutObject>(
        context.path('/bulk-payouts'),
        { name: name.trim(), csv, total_deducted, ...(asksApproval ? { ask_approval: true } : {}) },
        { idempotencyKey: idempotency.key },
      );
    },
    onError: idempotency.noteFailure,
    onSuccess: (bulk) => {
      idempotency.renew();
      void client.invalidateQueries({ queryKey: context.key('home') });
      void client.invalidateQueries({ queryKey: context.key('bulk-payouts') });
      void navigate({ to: context.page(`/bulk-payouts/${bulk.id}`) });
    },
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    make.reset();
    if (chosen === null) {
      check.reset();
      return;
    }
    if (name === '') setName(chosen.name.replace(/\.[^.]*$/, '').slice(0, 120));
    check.mutate(chosen);
  };
  const isTooLarge = file !== null && file.size > bytesMax;
  const checked = check.data;
  const isReady = checked !== undefined && checked.check.problem_count === 0 && !checked.check.is_frozen;
  const waits = checked?.check.requires_approval === true || asksApproval;
  const isStuck = isReady && !waits && !checked.check.is_affordable && !idempotency.isSent;
  return (
    <>
      <PageHeader
        title="New bulk payout"
        back={{ to: context.page('/bulk-payouts'), label: 'Bulk payouts' }}
        description="No money moves until you have seen the cost and confirmed it."
      />
      <Stack gap="lg" maw={760}>
        <OperatorSetupNotice />
        <Stack gap="md" maw={480}>
          <CsvInput
            label="File of payments"
            description="CSV or Excel (.xlsx) with the columns phone, amount and description, and with a header also name; at most 10,000 rows."
            accept=".csv,.xlsx,text/csv,text/plain"
            value={file}
            onChange={choose}
            error={isTooLarge ? 'The file is larger than 3.5 MB; split it into several.' : undefined}
          />
          <TextInput
            label="Name"
            description="Shown to you and the approver."
            value={name}
            maxLength={120}
            error={fieldErrors(make.error).name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Stack>
        {file === null ? (
          <div>
            <Text c="dimmed" mb={6}>
              Example:
            </Text>
            <Code block>{sample}</Code>
          </div>
        ) : null}
        {check.isPending ? <Text c="dimmed">Checking every row…</Text> : null}
        {isTooLarge ? null : <FormError error={check.error} whenRepeated="only_reads" />}
        {checked === undefined || check.isPending ? null : <BulkCheck check={checked.check} waits={waits} />}
        {isReady ? (
          <>
            {checked.check.requires_approval ? null : (
              <Checkbox
                label="Require approval by another person"
                description="Your approval threshold does not require it."
                checked={asksApproval}
                onChange={(event) => setAsksApproval(event.currentTarget.checked)}
              />
            )}
            {make.isIdle ? <AnswerLost idempotency={idempotency} /> : null}
            <FormError error={make.error} fields={['name']} whenRepeated="happens_once" />
            <SentBefore
              error={make.error}
              pageOf={({ bulk_payout_id }) => context.page(`/bulk-payouts/${bulk_payout_id}`)}
              idempotency={idempotency}
              reset={make.reset}
            />
            <Group>
              <Button
                loading={make.isPending}
                disabled={name.trim() === '' || isStuck}
                onClick={() => make.mutate(checked)}
              >
                {waits ? 'Request approval of' : 'Pay'} {moneyText(checked.check.total_deducted)}
              </Button>
            </Group>
          </>
        ) : null}
      </Stack>
    </>
  );
}
