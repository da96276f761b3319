import type { Revenue as OfKind } from '../../../../../../src/http/dashboard/schemas/platform-home.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { TextLink } from '../../../components/links.tsx';
import { Money } from '../../../components/money.tsx';
import { amountChange } from '../../home/change.ts';
import { ChangeText } from '../../home/figure.tsx';
import classes from './platform-home-page.module.css';

const kindTexts: Readonly<Record<OfKind['kind'], string>> = {
  collection: 'Collections',
  send_money: 'Payments',
  withdrawal: 'Withdrawals',
};

const columns: readonly Column<OfKind>[] = [
  { key: 'kind', header: 'Fees of', render: ({ kind }) => kindTexts[kind], narrow: 'who' },
  {
    key: 'now',
    header: 'In the period',
    alignRight: true,
    render: ({ now }) => <Money amount={now} />,
    narrow: 'amount',
  },
  {
    key: 'change',
    header: 'Change',
    render: ({ now, before }) => <ChangeText change={amountChange(now, before)} />,
    narrow: 'status',
  },
  {
    key: 'balance',
    header: 'Account balance',
    alignRight: true,
    render: ({ balance }) => <Money amount={balance} />,
    narrow: 'what',
    renderNarrow: ({ balance }) => (
      <>
        Account balance <Money amount={balance} />
      </>
    ),
  },
];

/** Fees by kind, beside the balances of the revenue accounts. Undefined while they are read. */
export function Revenue({ revenue }: { readonly revenue: readonly OfKind[] | undefined }) {
  return (
    <>
      <DataTable label="Revenue from fees" columns={columns} rows={revenue} rowKey={({ kind }) => kind} empty={null} />
      <TextLink to="/platform/ledger" className={classes.more}>
        Accounts in the ledger
      </TextLink>
    </>
  );
}
