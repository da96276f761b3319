import { Alert, Button, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertCircle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageTurner } from '../api/cursor-pages.ts';
import { sentenceOf } from '../api/failure.ts';
import classes from './data-table.module.css';
import { exactMomentText } from './time-text.ts';

export interface Column<Row> {
  readonly key: string;
  /** Empty for what can be done with a row, which stands beside the title of a card. */
  readonly header: string;
  /** Null where there is nothing to show: an empty cell, and no line on a card. */
  readonly render: (row: Row) => ReactNode;
  /** For figures. */
  readonly alignRight?: boolean;
  /** Left out of the card that a row becomes on a narrow screen. */
  readonly wideOnly?: boolean;
}

export interface DataTableProps<Row> {
  /** What the rows are, for a screen reader: "Transactions". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  /** The page of a row (a whole path). The whole row leads there; its first column is the link's text. */
  readonly rowLink?: (row: Row) => string;
  /** What is shown when there are no rows: an EmptyState. */
  readonly empty: ReactNode;
  readonly error?: Error | null;
  readonly retry?: () => void;
  readonly isChanging?: boolean;
  readonly pages?: PageTurner;
  /** Of which moment the rows are, where they may be older than now. */
  readonly asOf?: string | undefined;
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A table with quiet headers; cards on a narrow screen; skeletons while loading; and pages that are turned. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error = null, retry, empty, isChanging = false, pages, asOf } = props;
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  if (error !== null) return <LoadFailure error={error} retry={retry} />;
  if (rows?.length === 0 && pages?.hasPrevious !== true && pages?.hasNext !== true) return empty;
  return (
    <div aria-busy={rows === undefined || isChanging} className={isChanging ? classes.changing : undefined}>
      {isNarrow ? <Cards {...props} /> : <WideTable {...props} />}
      {rows?.length === 0 ? <p className={classes.none}>No results on this page.</p> : null}
      {asOf === undefined ? null : <p className={classes.asOf}>As of {exactMomentText(new Date(asOf))}</p>}
      {pages === undefined || rows === undefined ? null : <Turner pages={pages} />}
    </div>
  );
}

function WideTable<Row>({ label, columns, rows, rowKey, rowLink }: DataTableProps<Row>) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-right={column.alignRight}>
                {column.header === '' ? <VisuallyHidden>Actions</VisuallyHidden> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? skeletonRows.map((name) => (
                <tr key={name}>
                  {columns.map((column) => (
                    <td key={column.key}>
                      <Skeleton
                        height={12}
                        width={column.alignRight ? '50%' : '70%'}
                        ml={column.alignRight ? 'auto' : 0}
                      />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={rowKey(row)} data-link={rowLink !== undefined || undefined}>
                  {columns.map((column, index) => (
                    <td key={column.key} data-right={column.alignRight}>
                      {index === 0 ? <Opening row={row} column={column} rowLink={rowLink} /> : column.render(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row>({ label, columns, rows, rowKey, rowLink }: DataTableProps<Row>) {
  const [first, ...others] = columns.filter((column) => column.wideOnly !== true);
  if (first === undefined) return null;
  const acts = others.filter(({ header }) => header === '');
  const fields = others.filter(({ header }) => header !== '');
  if (rows === undefined) {
    return skeletonRows.map((name) => <Skeleton key={name} height={96} radius="md" mb="xs" />);
  }
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card} data-link={rowLink !== undefined || undefined}>
          <div className={classes.cardTitle}>
            <div>
              <Opening row={row} column={first} rowLink={rowLink} />
            </div>
            {acts.map((column) => (
              <div key={column.key}>{column.render(row)}</div>
            ))}
          </div>
          <dl className={classes.cardFields}>
            {fields.map((column) => (
              <Field key={column.key} name={column.header} value={column.render(row)} />
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Field({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  if (value === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The first column, which carries the link of the whole row. */
function Opening<Row>(props: {
  readonly row: Row;
  readonly column: Column<Row>;
  readonly rowLink: ((row: Row) => string) | undefined;
}) {
  const { row, column, rowLink } = props;
  if (rowLink === undefined) return column.render(row);
  return (
    <Link to={rowLink(row)} className={classes.rowLink}>
      {column.render(row)}
    </Link>
  );
}

function Turner({ pages }: { readonly pages: PageTurner }) {
  if (!pages.hasPrevious && !pages.hasNext) return null;
  return (
    <Group justify="flex-end" gap="xs" mt="md" component="nav" aria-label="Pages">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        disabled={!pages.hasPrevious}
        onClick={pages.previous}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} aria-hidden />}
        disabled={!pages.hasNext}
        onClick={pages.next}
      >
        Next
      </Button>
    </Group>
  );
}

/** Something could not be loaded, and how to try again. */
export function LoadFailure({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  return (
    <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden />} role="alert">
      <Group justify="space-between" gap="sm">
        {sentenceOf(error)}
        {retry === undefined ? null : (
          <Button variant="default" size="xs" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
