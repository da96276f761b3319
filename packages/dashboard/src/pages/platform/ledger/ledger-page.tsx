import { SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../../components/page-header.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { ProofsPanel } from './proofs-panel.tsx';
import { TrialBalance } from './trial-balance.tsx';

/** The books as a whole: what every account holds, and whether each rule holds. */
export function LedgerPage() {
  const { mode = 'test' } = useSearch({ from: '/desk/platform/ledger' });
  const navigate = useNavigate({ from: '/platform/ledger' });
  return (
    <>
      <PageHeader
        title="Ledger"
        description="Debits and credits of all accounts. Both totals must be equal."
        actions={
          <SegmentedControl
            aria-label="Mode"
            value={mode}
            data={[
              { value: 'test', label: 'Test' },
              { value: 'live', label: 'Live' },
            ]}
            onChange={(value) => void navigate({ search: value === 'live' ? { mode: 'live' } : {} })}
          />
        }
      />
      <Stack gap="xl">
        <AuditPanel />
        <ProofsPanel />
        <TrialBalance mode={mode} />
      </Stack>
    </>
  );
}
