import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Money } from '../../../components/money.tsx';
import { Phone } from '../../../components/phone.tsx';
import { wordText } from '../../../components/status.ts';
import { When } from '../../../components/when.tsx';
import type { ReviewCase } from './review-case.ts';

type CaseFact = ReviewCase['facts'][number];

const labels: Readonly<Record<CaseFact['fact'], string>> = {
  status: 'Status',
  direction: 'Direction',
  amount: 'Amount',
  currency: 'Currency',
  phone: 'Phone',
  name: 'Name',
  reference: 'Reference at the operator',
  receipt: 'Receipt',
  made_at: 'Created',
  ended_at: 'Final result',
};

/** The comparison in words, so that no color is needed to see it. */
const comparisons: Readonly<Record<CaseFact['comparison'], string>> = {
  same: 'Same',
  differs: 'Differs',
  only_here: 'Not reported',
  only_there: 'Not in Nsimbi',
  shown: '–',
};

/** What Nsimbi has and what the operator reports, side by side. */
export function CaseFacts({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const operatorName = reviewCase.operator ?? 'Operator';
  const columns: readonly Column<CaseFact>[] = [
    { key: 'fact', header: 'Fact', render: ({ fact }) => labels[fact], narrow: 'who' },
    {
      key: 'nsimbi',
      header: 'Nsimbi',
      render: ({ fact, nsimbi }) => factValue(fact, nsimbi),
      narrow: 'what',
      renderNarrow: ({ fact, nsimbi }) => <>Nsimbi: {factValue(fact, nsimbi)}</>,
    },
    {
      key: 'operator',
      header: operatorName,
      render: ({ fact, operator }) => factValue(fact, operator),
      narrow: 'what',
      renderNarrow: ({ fact, operator }) => (
        <>
          {operatorName}: {factValue(fact, operator)}
        </>
      ),
    },
    {
      key: 'comparison',
      header: 'Comparison',
      render: ({ comparison }) => (
        <Text span inherit {...(comparison === 'differs' ? { fw: 700 } : { c: 'dimmed' })}>
          {comparisons[comparison]}
        </Text>
      ),
      narrow: 'status',
    },
  ];
  return (
    <DataTable
      label="Facts of both sides"
      columns={columns}
      rows={reviewCase.facts}
      rowKey={({ fact }) => fact}
      empty={<Text c="dimmed">Neither side has details of this payment.</Text>}
    />
  );
}

function factValue(fact: CaseFact['fact'], value: CaseFact['nsimbi']): ReactNode {
  if (value === null) return '–';
  if (typeof value === 'number') return <Money amount={value} />;
  switch (fact) {
    case 'phone':
      return <Phone phone={value} />;
    case 'made_at':
    case 'ended_at':
      return <When at={value} />;
    case 'direction':
      return value === 'in' ? 'Money in' : 'Money out';
    case 'status':
      return wordText(value === 'not_listed' ? 'not_in_the_statement' : value);
    default:
      return (
        <Text span inherit style={{ overflowWrap: 'anywhere' }}>
          {value}
        </Text>
      );
  }
}
