import { IconArrowsLeftRight, IconZoomExclamation } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { DashboardTransaction } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { filledPage, useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { transactionColumns } from './columns.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { queryOf } from './filters.ts';
import { LiveMark } from './live-mark.tsx';
import { useLiveChanges } from './use-live-changes.ts';

const route = getRouteApi('/desk/clients/$clientId/$mode/transactions');
const refetchMs = 8_000;

/** Every transaction of the wallet, found by what a customer can name of it. */
export function TransactionsPage() {
  const context = useStaffContext();
  const filters = route.useSearch();
  const isLive = useLiveChanges();
  const transactions = useCursorPages<DashboardTransaction>({
    queryKey: context.key('transactions', 'list'),
    path: context.path('/transactions'),
    query: queryOf(filters),
    read: filledPage,
    ...(isLive ? {} : { refetchMs }),
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader
        title="Transactions"
        actions={
          <>
            <LiveMark isLive={isLive} />
            <ExportButton filters={filters} />
          </>
        }
      />
      <FilterBar filters={filters} />
      <DataTable
        label="Transactions"
        {...transactions}
        columns={transactionColumns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => context.page(`/transactions/${id}`)}
        empty={isFiltered ? <NothingFound /> : <NothingYet />}
      />
    </>
  );
}

function NothingFound() {
  const context = useStaffContext();
  return (
    <EmptyState
      icon={IconZoomExclamation}
      title="No matching transactions"
      action={
        <ButtonLink to={context.page('/transactions')} variant="default">
          Show all transactions
        </ButtonLink>
      }
    >
      No transaction matches this search and these filters.
    </EmptyState>
  );
}

function NothingYet() {
  const context = useStaffContext();
  return (
    <EmptyState
      icon={IconArrowsLeftRight}
      title="No transactions yet"
      action={
        context.may('money.move') ? <ButtonLink to={context.page('/collect')}>Collect a payment</ButtonLink> : null
      }
    >
      Collections, payments and withdrawals appear here automatically.
    </EmptyState>
  );
}
