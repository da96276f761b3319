import { Alert, Button, Group, List, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { LoadFailure } from '../../../components/data-table.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { countText } from '../../../components/money-text.ts';
import { When } from '../../../components/when.tsx';

interface Audits {
  readonly running: {
    readonly started_by: string;
    readonly started_at: string;
    readonly wallets_done: number;
    readonly wallets_total: number;
  } | null;
  readonly last: {
    readonly by: string;
    readonly at: string;
    readonly wallets: number;
    readonly broken: number;
    readonly findings: readonly string[];
  } | null;
}

const queryKey = ['platform', 'ledger', 'audit'];

/** The last audit, the one under way, and the button that begins one. */
export function AuditPanel() {
  const me = useMe();
  const client = useQueryClient();
  const audits = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Audits>('/platform/ledger/audit', { signal }),
    refetchInterval: ({ state }) => (state.data?.running == null ? false : 1_000),
  });
  const begin = useMutation({
    mutationFn: () => api.post<Audits>('/platform/ledger/audit'),
    onSuccess: (now) => client.setQueryData(queryKey, now),
  });
  const running = audits.data?.running ?? null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="audit-title">
      <Group justify="space-between" align="flex-start" mb="sm">
        <Title order={2} size="h4" id="audit-title">
          Audit
        </Title>
        {mayOnPlatform(me, 'ledger.audit') ? (
          <Button
            variant="default"
            size="xs"
            loading={begin.isPending}
            disabled={running !== null}
            onClick={() => begin.mutate()}
          >
            Audit now
          </Button>
        ) : null}
      </Group>
      <Stack gap="sm">
        <FormError error={begin.error} />
        {audits.data === undefined && audits.error !== null ? (
          <LoadFailure error={audits.error} retry={() => void audits.refetch()} />
        ) : null}
        {running === null ? null : <Running running={running} />}
        {audits.data === undefined ? <Skeleton height={20} width="50%" /> : <Last last={audits.data.last} />}
      </Stack>
    </Paper>
  );
}

function Running({ running }: { readonly running: NonNullable<Audits['running']> }) {
  const { wallets_done: done, wallets_total: total, started_by: by } = running;
  return (
    <Stack gap={6} role="status">
      <Text size="sm">
        Started by {by}: {countText(done)} of {countText(total)} wallets
      </Text>
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label="Wallets audited" animated />
    </Stack>
  );
}

function Last({ last }: { readonly last: Audits['last'] }) {
  if (last === null) return <Text c="dimmed">The books have not been audited yet.</Text>;
  if (last.broken === 0) {
    return (
      <Group gap={8} wrap="nowrap" align="flex-start">
        <IconCircleCheck size={20} color="var(--mantine-color-green-6)" aria-hidden />
        <Text>
          No errors were found in {countText(last.wallets)} wallets. Audited <When at={last.at} /> by {last.by}.
        </Text>
      </Group>
    );
  }
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={`${countText(last.broken)} ${last.broken === 1 ? 'error was' : 'errors were'} found`}
    >
      <Text size="sm" mb="xs">
        Audited <When at={last.at} /> by {last.by}. Stop payouts and investigate the cause first.
      </Text>
      <List size="sm">
        {last.findings.map((finding) => (
          <List.Item key={finding}>{finding}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
