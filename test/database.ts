import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createPool, type DatabaseTarget } from '../src/postgres/pool.ts';
import { inDatabase, run, serverVariable, templateVariable } from './postgres-server.ts';

export interface TestDatabase {
  readonly target: DatabaseTarget;
  /** Connections in the role of the service. */
  readonly pool: pg.Pool;
  /** Ends the pool and removes the database, cutting whoever is still connected. */
  drop(): Promise<void>;
}

/** A migrated database of one's own, cloned from the template of this test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = { connectionString: variable(serverVariable) };
  const template = variable(templateVariable);
  const name = `${template}_${randomBytes(5).toString('hex')}`;
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const target = inDatabase(server, name);
  const pool = createPool(target, { applicationName: 'nsimbi test', max: 10 });
  return {
    target,
    pool,
    drop: async () => {
      await pool.end();
      await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this test with vitest, which starts its server`);
  return value;
}
