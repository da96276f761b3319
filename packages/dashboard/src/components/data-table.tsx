import { Alert, Button, Group, Modal, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import type { PageTurner } from '../api/cursor-pages.ts';
import { sentenceOf } from '../api/failure.ts';
import classes from './data-table.module.css';
import { useIsNarrow } from './narrow.ts';
import { leavesOut, type NarrowEntry, type NarrowPlace, narrowEntryOf } from './narrow-entry.ts';
import { exactMomentText } from './time-text.ts';
import { ShortMoments } from './when.tsx';

export interface Column<Row> {
  readonly key: string;
  /** Empty for what can be done with a row, which stands at the right of a narrow screen. */
  readonly header: string;
  /** Null where there is nothing to show. */
  readonly render: (row: Row) => ReactNode;
  /** For figures. */
  readonly alignRight?: boolean;
  /** Where the column stands in the two lines of a narrow screen; it is left out there when it has no place. */
  readonly narrow?: NarrowPlace;
  /** What stands there, where that is not what the table has. Null where there is nothing to say. */
  readonly renderNarrow?: (row: Row) => ReactNode;
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

/**
 * A table with quiet headers; two lines a row on a narrow screen; skeletons while loading; and pages that are turned.
 * A row of a narrow screen that has no page of its own opens a dialog with what its two lines leave out.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error = null, retry, empty, isChanging = false, pages, asOf } = props;
  const isNarrow = useIsNarrow();
  if (error !== null) return <LoadFailure error={error} retry={retry} />;
  if (rows?.length === 0 && pages?.hasPrevious !== true && pages?.hasNext !== true) return empty;
  return (
    <div aria-busy={rows === undefined || isChanging} className={isChanging ? classes.changing : undefined}>
      {isNarrow ? <NarrowList {...props} /> : <WideTable {...props} />}
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

function NarrowList<Row>({ label, columns, rows, rowKey, rowLink }: DataTableProps<Row>) {
  const [shown, setShown] = useState<Row | null>(null);
  if (rows === undefined) return <NarrowSkeleton />;
  const entry = narrowEntryOf(columns);
  const hasDialog = rowLink === undefined && leavesOut(columns);
  const show = hasDialog ? (row: Row) => setShown(() => row) : undefined;
  return (
    <>
      <ShortMoments value={true}>
        <ul className={classes.entries} aria-label={label}>
          {rows.map((row) => (
            <li key={rowKey(row)} className={classes.entry} data-link={rowLink !== undefined || hasDialog}>
              <Entry row={row} entry={entry} rowLink={rowLink} show={show} />
            </li>
          ))}
        </ul>
      </ShortMoments>
      {hasDialog ? <RowDialog row={shown} columns={columns} who={entry.who} onClose={() => setShown(null)} /> : null}
    </>
  );
}

/** The two lines of a row, and the line of its decision where it has one. */
function Entry<Row>(props: {
  readonly row: Row;
  readonly entry: NarrowEntry<Column<Row>>;
  readonly rowLink: ((row: Row) => string) | undefined;
  /** Opens what the two lines leave out; undefined where they leave nothing out, or where the row has a page. */
  readonly show: ((row: Row) => void) | undefined;
}) {
  const { row, entry, rowLink, show } = props;
  const cells = (place: keyof typeof entry) => narrowCells(entry[place], row);
  const amount = cells('amount');
  const status = cells('status');
  const acts = cells('acts');
  const below = cells('below');
  return (
    <>
      <div className={classes.who}>
        <EntryTitle row={row} rowLink={rowLink} show={show}>
          {cells('who')}
        </EntryTitle>
      </div>
      {amount.length === 0 ? null : <div className={classes.amount}>{amount}</div>}
      <div className={classes.what}>{separated([...cells('what'), ...cells('when')])}</div>
      {status.length === 0 ? null : <div className={classes.status}>{status}</div>}
      {acts.length === 0 ? null : <div className={classes.acts}>{acts}</div>}
      {below.length === 0 ? null : <div className={classes.below}>{below}</div>}
    </>
  );
}

/** What an entry is opened by: a link to its page, a button for its dialog, or neither. It covers the whole entry. */
function EntryTitle<Row>(props: {
  readonly row: Row;
  readonly rowLink: ((row: Row) => string) | undefined;
  readonly show: ((row: Row) => void) | undefined;
  readonly children: ReactNode;
}) {
  const { row, rowLink, show, children } = props;
  if (rowLink !== undefined) {
    return (
      <Link to={rowLink(row)} className={classes.rowLink}>
        {children}
      </Link>
    );
  }
  if (show === undefined) return children;
  return (
    <UnstyledButton className={classes.rowLink} aria-haspopup="dialog" onClick={() => show(row)}>
      {children}
    </UnstyledButton>
  );
}

/** What the columns show of a row in one place, without those that show nothing. */
function narrowCells<Row>(columns: readonly Column<Row>[], row: Row): ReactNode[] {
  return columns.flatMap(({ key, render, renderNarrow = render }) => {
    const cell = renderNarrow(row);
    return isEmpty(cell) ? [] : [<Fragment key={key}>{cell}</Fragment>];
  });
}

/** A table has a dash where there is nothing; an entry has nothing. */
function isEmpty(cell: ReactNode): boolean {
  return cell === null || cell === undefined || cell === false || cell === '' || cell === '–';
}

/** The parts of a line, with a dot between them. */
function separated(cells: readonly ReactNode[]): ReactNode {
  return cells.map((cell, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line keep their order.
    <Fragment key={index}>
      {index === 0 ? null : ' · '}
      {cell}
    </Fragment>
  ));
}

/** All columns of a row that has no page of its own. */
function RowDialog<Row>(props: {
  readonly row: Row | null;
  readonly columns: readonly Column<Row>[];
  readonly who: readonly Column<Row>[];
  readonly onClose: () => void;
}) {
  const { row, columns, who, onClose } = props;
  return (
    <Modal
      opened={row !== null}
      onClose={onClose}
      title={row === null ? null : narrowCells(who, row)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {row === null ? null : (
        <dl className={classes.fields}>
          {columns
            .filter(({ header, narrow }) => header !== '' && narrow !== 'below')
            .map(({ key, header, render }) => (
              <Field key={key} name={header} value={render(row)} />
            ))}
        </dl>
      )}
    </Modal>
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

function NarrowSkeleton() {
  return (
    <div className={classes.entries}>
      {skeletonRows.map((name) => (
        <div key={name} className={classes.entry}>
          <div className={classes.who}>
            <Skeleton height={12} width="60%" my={4} />
          </div>
          <div className={classes.amount}>
            <Skeleton height={12} width={80} my={4} />
          </div>
          <div className={classes.what}>
            <Skeleton height={10} width="45%" my={4} />
          </div>
          <div className={classes.status}>
            <Skeleton height={10} width={64} my={4} />
          </div>
        </div>
      ))}
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
