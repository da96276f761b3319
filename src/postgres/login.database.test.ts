import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { topUp } from '../../test/ledger/books.ts';
import { ledgerFindings, openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { run, signedInAs } from '../../test/postgres-server.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { sqlState } from './errors.ts';
import { type Login, readLogin } from './login.ts';
import { type DatabaseTarget, prepareSession } from './pool.ts';

/** A login of this file alone, because some statements try to change the login itself. */
const login = `nsimbi_escape_${randomBytes(5).toString('hex')}`;

let database: TestDatabase;
let name: string;
let administrator: string;
let serving: DatabaseTarget;
let wallets: readonly [number, number];

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query('SELECT current_database() AS name, session_user AS administrator');
  ({ name, administrator } = rows[0]);
  await run(
    database.target,
    `CREATE ROLE ${login} LOGIN PASSWORD 'escape'; GRANT nsimbi_service TO ${login};
     REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`,
  );
  serving = signedInAs(database.target, login, 'escape');
  const writer = new Writer({ target: serving });
  const alice = await openWallet(database, 'Alice', '256772000001', 0);
  const bob = await openWallet(database, 'Bob', '256772000002', 0);
  await writer.submit(topUp(alice.walletId, 90_000));
  await writer.submit(paymentOf(alice, bob, 25_000));
  await writer.close();
  wallets = [alice.walletId, bob.walletId];
});

afterAll(async () => {
  await run(database.target, `DROP OWNED BY ${login}; DROP ROLE ${login}`);
  await database.drop();
});

/** What no statement that reaches the database through the service may do. */
const goals: readonly string[] = [
  'UPDATE nsimbi.transfer SET amount = 1',
  'UPDATE nsimbi.transfer_p000000 SET amount = 1',
  'DELETE FROM nsimbi.transfer',
  'TRUNCATE nsimbi.transfer',
  'DROP TABLE nsimbi.transfer CASCADE',
  'INSERT INTO nsimbi.transfer_p000000 SELECT * FROM nsimbi.transfer',
  'UPDATE nsimbi.event SET created_at = now()',
  'UPDATE nsimbi.transaction SET amount = 1, net_amount = 1',
  'UPDATE nsimbi.wallet SET client_id = NULL',
  "UPDATE nsimbi.system_account SET kind = 'bank'",
  "UPDATE nsimbi.submission SET reference = 'again'",
  'DELETE FROM nsimbi.audit_log',
  "SELECT pg_read_file('PG_VERSION')",
  "COPY nsimbi.installation FROM '/etc/hostname'",
  "COPY nsimbi.installation TO '/tmp/nsimbi-escaped'",
  "COPY nsimbi.installation TO PROGRAM 'true'",
];

/** Statements that may be accepted, and lead nowhere: after them, all goals are refused, in this session and in the next one. */
const leadsNowhere: readonly (readonly [why: string, ...statements: (() => string)[]])[] = [
  ['nothing is tried first'],
  ['the role is reset', () => 'RESET ROLE'],
  ['the role is set to none', () => 'SET ROLE NONE'],
  ['the role of the owner is asked for', () => 'RESET ROLE', () => 'SET ROLE nsimbi_owner'],
  ['the role of the administrator is asked for', () => 'RESET ROLE', () => `SET ROLE ${administrator}`],
  [
    'the role of the owner is asked for within a transaction',
    () => 'BEGIN; SET LOCAL ROLE nsimbi_owner',
    () => 'COMMIT',
  ],
  [
    'the role of the reader is taken, and the owner asked for from there',
    () => 'SET ROLE nsimbi_reader',
    () => 'SET ROLE nsimbi_owner',
  ],
  ['the session is authorized as the owner', () => 'SET SESSION AUTHORIZATION nsimbi_owner'],
  ['the session is authorized as the administrator', () => `SET SESSION AUTHORIZATION ${administrator}`],
  ['the session is authorized as it began', () => 'SET SESSION AUTHORIZATION DEFAULT; DISCARD ALL'],
  ['set_config sets the role', () => `SELECT set_config('role', 'nsimbi_owner', false)`],
  [
    'set_config sets the role in the setting that is asked for later',
    () => `SELECT set_config('nsimbi.role', 'nsimbi_owner', false)`,
  ],
  [
    'set_config sets the authorization of the session',
    () => `SELECT set_config('session_authorization', '${administrator}', false)`,
  ],
  ['pg_settings is updated', () => `UPDATE pg_settings SET setting = 'nsimbi_owner' WHERE name = 'role'`],
  ['a block sets the role', () => `DO $$ BEGIN EXECUTE 'RESET ROLE'; EXECUTE 'SET ROLE nsimbi_owner'; END $$`],
  ['a block writes', () => `DO $$ BEGIN UPDATE nsimbi.transfer SET amount = 1; END $$`],
  [
    'a prepared statement sets the role',
    () => `PREPARE p AS SELECT set_config('role', 'nsimbi_owner', false)`,
    () => 'EXECUTE p',
  ],
  ['the login makes itself a superuser', () => `RESET ROLE; ALTER ROLE ${login} SUPERUSER`],
  ['the login lets itself create roles', () => `RESET ROLE; ALTER ROLE ${login} CREATEROLE`],
  ['the login grants itself the role of the owner', () => `RESET ROLE; GRANT nsimbi_owner TO ${login}`],
  ['the service grants itself the role of the owner', () => 'GRANT nsimbi_owner TO nsimbi_service'],
  [
    'the login grants itself rights of an administrator',
    () => `RESET ROLE; GRANT pg_execute_server_program TO ${login}`,
  ],
  ['the service grants itself a right', () => 'GRANT UPDATE ON nsimbi.transfer TO nsimbi_service'],
  ['the owner is given a password', () => `ALTER ROLE nsimbi_owner LOGIN PASSWORD 'mine'`],
  ['the administrator is given a password', () => `ALTER ROLE ${administrator} PASSWORD 'mine'`],
  ['a role is created', () => `CREATE ROLE ${login}_more SUPERUSER`],
  [
    'the next session of the login begins as the owner',
    () => `RESET ROLE; ALTER ROLE ${login} SET role = 'nsimbi_owner'`,
  ],
  [
    'the next session of the login searches elsewhere',
    () => `RESET ROLE; ALTER ROLE ${login} SET search_path = 'pg_temp, public'`,
  ],
  [
    'the next session loads a library',
    () => `RESET ROLE; ALTER ROLE ${login} SET session_preload_libraries = '/tmp/evil'`,
  ],
  ['the settings of the database change', () => `ALTER DATABASE ${name} SET role = 'nsimbi_owner'`],
  ['the settings of the server change', () => `ALTER SYSTEM SET archive_command = 'true'`],
  ['triggers are switched off for the session', () => 'SET session_replication_role = replica'],
  ['triggers are switched off for a table', () => 'ALTER TABLE nsimbi.transaction DISABLE TRIGGER ALL'],
  [
    'rights of tables to come are granted',
    () => 'ALTER DEFAULT PRIVILEGES FOR ROLE nsimbi_owner GRANT ALL ON TABLES TO nsimbi_service',
  ],
  ['the table changes its owner', () => `ALTER TABLE nsimbi.transfer OWNER TO ${login}`],
  [
    'a function of the owner looks for its names in a table of the session',
    () => 'CREATE TEMPORARY TABLE transaction_number (last_value bigint)',
    () => 'SET search_path = pg_temp, nsimbi',
    () => 'SELECT nsimbi.ensure_partitions()',
  ],
  [
    'a function of the owner looks for its names in a schema of the login',
    () => 'CREATE SCHEMA evil',
    () => 'SET search_path = evil, nsimbi',
    () => 'SELECT nsimbi.begin_server_life()',
  ],
  [
    'a function of the owner finds an operator of the login',
    () => `CREATE FUNCTION public.escape(bigint, bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 1'`,
    () => 'CREATE OPERATOR public.+ (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = public.escape)',
    () => 'SET search_path = public, pg_catalog',
    () => 'SELECT nsimbi.ensure_partitions()',
  ],
  [
    'a function of the owner is replaced',
    () => "CREATE OR REPLACE FUNCTION nsimbi.ensure_partitions() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
  ],
  [
    'a function that runs as the owner gets odd settings',
    () => `SET DateStyle = 'German, DMY'`,
    () => `SET TIME ZONE 'Pacific/Kiritimati'`,
    () => `SELECT nsimbi.keep_request_log(now())`,
  ],
  ['a helper of those functions is called for another table', () => `SELECT nsimbi.keep_days('transfer', '', now())`],
  [
    'a function of the session runs as another',
    () =>
      `CREATE FUNCTION pg_temp.up() RETURNS void SECURITY DEFINER LANGUAGE sql AS 'UPDATE nsimbi.transfer SET amount = 1'`,
    () => 'SELECT pg_temp.up()',
  ],
  [
    'a trigger is put on the table',
    () => 'CREATE TRIGGER t BEFORE INSERT ON nsimbi.transfer FOR EACH ROW EXECUTE FUNCTION nsimbi.set_reference_key()',
  ],
  [
    'a rule is put on the table',
    () => 'CREATE RULE r AS ON INSERT TO nsimbi.wallet DO ALSO UPDATE nsimbi.transfer SET amount = 1',
  ],
  [
    'an event trigger is created',
    () => 'CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION nsimbi.set_reference_key()',
  ],
  [
    'a view is created',
    () => 'CREATE VIEW public.v AS SELECT * FROM nsimbi.transfer',
    () => 'UPDATE public.v SET amount = 1',
  ],
  ['a function in C is created', () => `CREATE FUNCTION public.c() RETURNS void LANGUAGE c AS '/tmp/evil', 'c'`],
  ['a library is loaded', () => `LOAD '/tmp/evil'`],
  ['a language is created', () => 'CREATE LANGUAGE plpython3u'],
  [
    'dblink is created',
    () => 'CREATE EXTENSION dblink',
    () => `SELECT dblink_exec('user=${administrator}', 'UPDATE nsimbi.transfer SET amount = 1')`,
  ],
  ['file_fdw is created', () => 'CREATE EXTENSION file_fdw', () => 'CREATE SERVER s FOREIGN DATA WRAPPER file_fdw'],
  ['a subscription is created', () => `CREATE SUBSCRIPTION s CONNECTION 'user=${administrator}' PUBLICATION p`],
  ['a database is created', () => `CREATE DATABASE ${login}_db`],
  [
    'a row is written by INSERT ON CONFLICT',
    () => 'INSERT INTO nsimbi.transfer SELECT * FROM nsimbi.transfer ON CONFLICT DO NOTHING',
    () => 'SELECT * FROM nsimbi.transfer FOR UPDATE',
  ],
  ['the catalogue is written', () => `UPDATE pg_catalog.pg_authid SET rolsuper = true WHERE rolname = '${login}'`],
  [
    'the catalogue of tables is written',
    () => `UPDATE pg_catalog.pg_class SET relowner = '${login}'::regrole WHERE relname = 'transfer'`,
  ],
  ['a large object is made from a file', () => `SELECT lo_import('/etc/hostname')`],
  ['a large object is written to a file', () => `SELECT lo_export(lo_from_bytea(0, 'escaped'), '/tmp/nsimbi-escaped')`],
];

const tried = leadsNowhere.map(([why, ...statements]) => ({ why, statements }));

describe.each(tried)('a session of the service, when $why', ({ statements }) => {
  test('changes no record and reads no file, and neither does the next session', async () => {
    const before = await books();
    const session = await sessionOf(serving);
    try {
      for (const statement of statements) await attempt(session, statement());
      await session.query('ROLLBACK');
      expect(await reached(session)).toEqual([]);
    } finally {
      await session.end();
    }
    const next = await sessionOf(serving);
    try {
      expect(await reached(next)).toEqual([]);
      expect((await readLogin(next)).excess).toEqual([]);
    } finally {
      await next.end();
      await run(database.target, `ALTER ROLE ${login} RESET ALL`);
    }
    expect(await books()).toEqual(before);
  });
});

test('after all of this the audit finds nothing', async () => {
  expect(await ledgerFindings(database.pool)).toEqual([]);
});

test.each([
  `SELECT pg_read_file('/etc/hostname')`,
  `SELECT pg_read_binary_file('/etc/hostname')`,
  `SELECT pg_ls_dir('/')`,
  `SELECT pg_stat_file('PG_VERSION')`,
  'SELECT pg_ls_logdir()',
  'SELECT * FROM pg_hba_file_rules',
  'SELECT * FROM pg_file_settings',
  'SELECT rolpassword FROM pg_authid',
  'SELECT * FROM pg_shadow',
  `CREATE TEMPORARY TABLE wallet (available bigint)`,
  `SELECT lo_import('/etc/hostname')`,
  `SELECT lo_export(1, '/tmp/nsimbi-escaped')`,
  `SELECT setval('nsimbi.transaction_number', 1)`,
  'SELECT pg_reload_conf()',
  'SELECT pg_promote()',
  'SELECT pg_switch_wal()',
])('%s is refused to the service', async (statement) => {
  const session = await sessionOf(serving);
  try {
    expect(await attempt(session, statement)).toBe('42501');
  } finally {
    await session.end();
  }
});

test('the same statements reach every goal when the login can become the owner, so this test would notice it', async () => {
  await run(database.target, `GRANT nsimbi_owner TO ${login}`);
  try {
    const session = await sessionOf(serving);
    try {
      for (const statement of ['RESET ROLE', 'SET ROLE nsimbi_owner']) await attempt(session, statement);
      const ofTables = goals.filter((goal) => !/pg_read_file|COPY/.test(goal));
      expect(await reached(session)).toEqual(ofTables);
      expect(await readLogin(session)).toEqual({
        name: login,
        serves: true,
        becomesOwner: true,
        excess: ['can become nsimbi_owner, which owns the tables'],
      });
    } finally {
      await session.end();
    }
  } finally {
    await run(database.target, `REVOKE nsimbi_owner FROM ${login}`);
  }
});

describe('a login may do more than serve', () => {
  const excessAfter = async (grant: string, undo: string): Promise<Login> => {
    await run(database.target, grant);
    const session = await sessionOf(serving);
    try {
      return await readLogin(session);
    } finally {
      await session.end();
      await run(database.target, undo);
    }
  };

  test.each([
    ['CREATEROLE', 'NOCREATEROLE', 'may create roles and grant them'],
    ['REPLICATION', 'NOREPLICATION', 'may copy the whole server by replication'],
    ['SUPERUSER', 'NOSUPERUSER', 'is a superuser'],
  ])('as %s', async (attribute, without, excess) => {
    const found = await excessAfter(`ALTER ROLE ${login} ${attribute}`, `ALTER ROLE ${login} ${without}`);
    expect(found.excess).toEqual([excess]);
  });

  test('as a member of a role that executes programs, through another role', async () => {
    const { excess } = await excessAfter(
      `CREATE ROLE ${login}_between; GRANT pg_execute_server_program TO ${login}_between; GRANT ${login}_between TO ${login}`,
      `DROP ROLE ${login}_between`,
    );
    expect(excess).toEqual(['can become pg_execute_server_program, which has rights of an administrator']);
  });

  test('as the owner of the database', async () => {
    const { excess } = await excessAfter(
      `ALTER DATABASE ${name} OWNER TO ${login}`,
      `ALTER DATABASE ${name} OWNER TO CURRENT_USER`,
    );
    expect(excess).toEqual(['can become pg_database_owner, which has rights of an administrator']);
  });

  test('as the owner of a function in our schema', async () => {
    const { excess } = await excessAfter(
      `ALTER FUNCTION nsimbi.is_made_with_key(bigint, bigint) OWNER TO ${login}`,
      'ALTER FUNCTION nsimbi.is_made_with_key(bigint, bigint) OWNER TO nsimbi_owner',
    );
    expect(excess).toEqual(['owns what is in the schema nsimbi']);
  });

  test.each(['UPDATE ON nsimbi.transfer', 'UPDATE (amount) ON nsimbi.transfer_p000000'])(
    'by %s, granted to it',
    async (right) => {
      const { excess } = await excessAfter(`GRANT ${right} TO ${login}`, `REVOKE ${right} FROM ${login}`);
      expect(excess).toEqual(['may write to our tables by a right of its own']);
    },
  );

  test('but not as a member of a role that only monitors', async () => {
    const { excess } = await excessAfter(`GRANT pg_monitor TO ${login}`, `REVOKE pg_monitor FROM ${login}`);
    expect(excess).toEqual([]);
  });
});

/** A session as the service prepares it. */
async function sessionOf(target: DatabaseTarget): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: target.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  await prepareSession(client, 'nsimbi_service');
  return client;
}

/** The code of the error with which a statement was refused; null when it was accepted. */
async function attempt(session: pg.Client, statement: string): Promise<string | null> {
  try {
    await session.query(statement);
    return null;
  } catch (error) {
    return sqlState(error) ?? String(error);
  }
}

/** The goals that a session reaches; it undoes each. */
async function reached(session: pg.Client): Promise<string[]> {
  const found: string[] = [];
  for (const goal of goals) {
    if ((await attempt(session, `BEGIN; ${goal}`)) !== '42501') found.push(goal);
    await session.query('ROLLBACK');
  }
  return found;
}

/** A fingerprint of what was posted, and the balances. */
async function books(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `SELECT (SELECT md5(string_agg(transfer::text, ',' ORDER BY transfer::text)) FROM transfer) AS transfers,
            (SELECT md5(string_agg(transaction::text, ',' ORDER BY transaction_id)) FROM transaction) AS transactions,
            (SELECT array_agg(available ORDER BY wallet_id) FROM wallet WHERE wallet_id = ANY ($1)) AS balances`,
    [wallets],
  );
  return rows[0];
}
