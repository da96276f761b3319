import { Stack, Text } from '@mantine/core';
import type { ProposalObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Fact } from '../../../components/fact.tsx';
import { BandsTable } from '../fees/bands-table.tsx';
import { bandText, type ChangeRow, changeRows } from './change-rows.ts';
import classes from './proposed-change.module.css';

const generalFees = 'The general fees, as for clients without their own.';

/** What a proposal would change: what it concerns, and each field that it replaces, now and then. */
export function ProposedChange({ proposal }: { readonly proposal: ProposalObject }) {
  const isOpen = proposal.status === 'waiting';
  const rows = changeRows(proposal);
  const replaced = rows.filter(({ now }) => now !== null);
  const columns: readonly Column<ChangeRow>[] = [
    { key: 'what', header: 'What', render: ({ label }) => label, narrow: 'who' },
    {
      key: 'now',
      header: isOpen ? 'Now' : 'Before',
      render: ({ now }) => now,
      narrow: 'what',
      renderNarrow: ({ now }) => `${isOpen ? 'Now' : 'Before'}: ${now}`,
    },
    {
      key: 'proposed',
      header: 'Proposed',
      render: (row) => <Proposed row={row} />,
      narrow: 'what',
      renderNarrow: (row) => (
        <>
          Proposed: <Proposed row={row} />
        </>
      ),
    },
  ];
  return (
    <Stack gap="md">
      <Facts rows={rows.filter(({ now }) => now === null)} />
      {replaced.length === 0 ? null : (
        <DataTable label="Changes" columns={columns} rows={replaced} rowKey={({ label }) => label} empty={null} />
      )}
      <Bands proposal={proposal} now={isOpen ? 'Now' : 'Before'} />
    </Stack>
  );
}

function Proposed({ row: { now, proposed } }: { readonly row: ChangeRow }) {
  return (
    <Text span inherit fw={now === proposed ? undefined : 650}>
      {now === proposed ? 'Unchanged' : proposed}
    </Text>
  );
}

/** The same, short, for the question whether to approve it. */
export function ProposedChangeShort({ proposal }: { readonly proposal: ProposalObject }) {
  const rows = changeRows(proposal).map(({ label, now, proposed }) => ({
    label,
    now: null,
    proposed: now === null ? proposed : now === proposed ? `${proposed} (unchanged)` : `${now} → ${proposed}`,
  }));
  const { change } = proposal;
  if (change.kind !== 'fees') return <Facts rows={rows} />;
  // A table of bands is wider than the dialog.
  const fees = change.bands === null ? generalFees : change.bands.map(bandText).join('\n');
  return <Facts rows={[...rows, { label: 'New fees', now: null, proposed: fees }]} />;
}

function Facts({ rows }: { readonly rows: readonly ChangeRow[] }) {
  return (
    <Stack gap="xs">
      {rows.map(({ label, proposed }) => (
        <Fact key={label} label={label}>
          <span className={classes.lines}>{proposed}</span>
        </Fact>
      ))}
    </Stack>
  );
}

/** The bands of fees, as they are and as they would be; nothing for other changes. */
function Bands({ proposal, now }: { readonly proposal: ProposalObject; readonly now: string }) {
  const { change, before } = proposal;
  if (change.kind !== 'fees') return null;
  const present = before.bands as typeof change.bands;
  return (
    <>
      <div>
        <Text fw={600} mb={4}>
          {now}
        </Text>
        {present === null ? <Text>No fees</Text> : <BandsTable bands={present} label={`Fees: ${now}`} />}
      </div>
      <div>
        <Text fw={600} mb={4}>
          Proposed
        </Text>
        {change.bands === null ? (
          <Text>{generalFees}</Text>
        ) : (
          <BandsTable bands={change.bands} label="Fees: Proposed" />
        )}
      </div>
    </>
  );
}
