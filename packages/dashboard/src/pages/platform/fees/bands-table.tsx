import type { ReactNode } from 'react';
import type { FeeBandObject } from '../../../../../../src/http/dashboard/schemas/fees.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Money } from '../../../components/money.tsx';
import { percentText } from './percent-text.ts';

/** What amounts cost, band by band. */
export function BandsTable({ bands, label }: { readonly bands: readonly FeeBandObject[]; readonly label: string }) {
  const columns: Column<FeeBandObject>[] = [
    {
      key: 'amounts',
      header: 'Amounts',
      render: (band) => <Amounts upTo={band.up_to} isOnly={bands.length === 1} />,
      narrow: 'who',
    },
    {
      key: 'fixed',
      header: 'Fixed',
      alignRight: true,
      render: ({ fixed }) => <Money amount={orDash(fixed)} />,
      narrow: 'amount',
      renderNarrow: rateOf,
    },
    {
      key: 'percent',
      header: 'Percent',
      alignRight: true,
      render: ({ basis_points: points }) => percentText(points),
    },
    {
      key: 'least',
      header: 'At least',
      alignRight: true,
      render: ({ minimum }) => <Money amount={orDash(minimum)} />,
      narrow: 'what',
      renderNarrow: ({ minimum }) => boundOf('At least', orDash(minimum)),
    },
    {
      key: 'most',
      header: 'At most',
      alignRight: true,
      render: ({ maximum }) => <Money amount={maximum} />,
      narrow: 'what',
      renderNarrow: ({ maximum }) => boundOf('At most', maximum),
    },
  ];
  return (
    <DataTable label={label} columns={columns} rows={bands} rowKey={(band) => band.up_to ?? 'rest'} empty={null} />
  );
}

/** The amounts of a band; the last one has no upper end. */
function Amounts({ upTo, isOnly }: { readonly upTo: number | null; readonly isOnly: boolean }) {
  if (upTo === null) return isOnly ? 'All amounts' : 'Above that';
  return (
    <>
      Up to <Money amount={upTo} />
    </>
  );
}

/** What a band costs, in one line. */
function rateOf({ fixed, basis_points: points }: FeeBandObject): ReactNode {
  if (fixed === 0) return percentText(points);
  return (
    <>
      <Money amount={fixed} />
      {points === 0 ? null : ` + ${percentText(points)}`}
    </>
  );
}

/** The least or the most that a band costs, with its name; nothing where there is none. */
function boundOf(name: string, amount: number | null): ReactNode {
  if (amount === null) return null;
  return (
    <>
      {name} <Money amount={amount} />
    </>
  );
}

/** Nothing fixed, and nothing at least, is shown as a dash. */
function orDash(amount: number): number | null {
  return amount === 0 ? null : amount;
}
