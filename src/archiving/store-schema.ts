import type pg from 'pg';
import type { Queryable } from '../postgres/pool.ts';
import { type RecordTable, recordTables } from './movable.ts';

/** The primary keys of the tables in the history store; every one begins with the wallet, by which a cluster distributes the rows. */
const keys: Readonly<Record<RecordTable, string>> = {
  transaction: 'wallet_id, transaction_id',
  transfer: 'wallet_id, transaction_id, line',
  event: 'wallet_id, first_sequence, transaction_id',
};

/** A column of a table as the catalogue describes it. */
interface Column {
  readonly table: RecordTable;
  readonly name: string;
  readonly definition: string;
}

/** The history store belongs to another installation. */
export class OtherInstallation extends Error {
  override readonly name = 'OtherInstallation';

  constructor(found: string) {
    super(
      `the database of NSIMBI_HISTORY_URL belongs to the installation ${found}; give each installation a history store of its own`,
    );
  }
}

/**
 * Creates the tables of the history store where they are missing, with the columns that they have here, and adds columns that a migration
 * has added here. In a Citus cluster they are distributed by wallet.
 * @param installationId of the database whose history it is.
 * @throws OtherInstallation
 */
export async function prepareStore(history: pg.Pool, db: Queryable, installationId: string): Promise<void> {
  await history.query('CREATE SCHEMA IF NOT EXISTS nsimbi');
  await history.query(`
    CREATE TABLE IF NOT EXISTS nsimbi.store (one boolean PRIMARY KEY DEFAULT true CHECK (one), installation_id text NOT NULL)`);
  await history.query('INSERT INTO nsimbi.store (installation_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    installationId,
  ]);
  const { rows } = await history.query<{ installation_id: string }>('SELECT installation_id FROM nsimbi.store');
  if (rows[0]?.installation_id !== installationId) throw new OtherInstallation(rows[0]?.installation_id ?? 'none');
  // How far each copy is. Written in the database transaction that writes the rows, so that nothing is copied twice.
  await history.query(`
    CREATE TABLE IF NOT EXISTS nsimbi.copied (
      first_id bigint NOT NULL, table_name text NOT NULL, copy_id uuid NOT NULL, next_page bigint NOT NULL DEFAULT 0,
      rows bigint NOT NULL DEFAULT 0, PRIMARY KEY (first_id, table_name))`);
  const wanted = await readColumns(db);
  const present = new Map((await readColumns(history)).map((column) => [`${column.table}.${column.name}`, column]));
  const isCluster = await hasCitus(history);
  for (const table of recordTables.toReversed()) {
    const columns = wanted.filter((column) => column.table === table);
    const missing = columns.filter(({ name }) => !present.has(`${table}.${name}`));
    if (missing.length === columns.length) {
      const definitions = columns.map(({ name, definition }) => `"${name}" ${definition}`);
      await history.query(`CREATE TABLE nsimbi.${table} (${definitions.join(', ')}, PRIMARY KEY (${keys[table]}))`);
      if (table === 'event') {
        await history.query('CREATE INDEX event_of_transaction ON nsimbi.event (wallet_id, transaction_id)');
      }
    } else {
      for (const { name, definition } of missing) {
        // Rows that moved before the migration do not have the column.
        await history.query(`ALTER TABLE nsimbi.${table} ADD COLUMN "${name}" ${definition.replace(' NOT NULL', '')}`);
      }
    }
    if (isCluster) await distribute(history, table);
  }
}

/** The columns of the three tables, in their order. */
async function readColumns(db: Queryable): Promise<Column[]> {
  const { rows } = await db.query<Column>(
    `SELECT relname AS table, attname AS name,
            format_type(atttypid, atttypmod) || CASE WHEN attcollation = 'pg_catalog."C"'::regcollation THEN ' COLLATE "C"' ELSE '' END
              || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END AS definition
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'nsimbi'::regnamespace AND relname = ANY ($1::text[]) AND attnum > 0 AND NOT attisdropped
      ORDER BY relname, attnum`,
    [recordTables],
  );
  return rows;
}

/** The columns of a table that moves, for a COPY. */
export async function columnsOf(db: Queryable, table: RecordTable): Promise<string> {
  const columns = (await readColumns(db)).filter((column) => column.table === table);
  return columns.map(({ name }) => `"${name}"`).join(', ');
}

async function hasCitus(history: Queryable): Promise<boolean> {
  const { rows } = await history.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return rows.length > 0;
}

async function distribute(history: Queryable, table: RecordTable): Promise<void> {
  const { rows } = await history.query('SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass', [
    `nsimbi.${table}`,
  ]);
  if (rows.length > 0) return;
  // Together, so that one wallet's rows of all three tables are on one worker.
  await history.query("SELECT create_distributed_table($1, 'wallet_id', colocate_with => $2)", [
    `nsimbi.${table}`,
    table === 'transaction' ? 'default' : 'nsimbi.transaction',
  ]);
}
