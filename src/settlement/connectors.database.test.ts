import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createSimulator } from '../operators/simulator/simulator.ts';
import { Connectors, registerConnectors } from './connectors.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

describe('registering connectors', () => {
  test('many processes at once make each operator account, its three ledger accounts and its two floats once', async () => {
    const { connectors } = createSimulator({ db: database.pool, delayMs: 1, pollDelaysMs: null });
    const registries = await Promise.all(
      Array.from({ length: 8 }, () => registerConnectors(database.pool, connectors, true)),
    );
    const [first] = registries;
    for (const registry of registries) {
      for (const operator of ['MTN', 'Airtel', 'Other']) {
        const registered = registry.byOperator('test', operator);
        expect(registered?.connector.operator).toBe(operator);
        expect(registered?.operatorAccountId).toBe(first?.byOperator('test', operator)?.operatorAccountId);
        expect(registry.byAccount(registered?.operatorAccountId ?? 0)).toBe(registered);
      }
      expect(registry.byOperator('live', 'MTN')).toBeUndefined();
    }
    const { rows } = await database.pool.query(
      `SELECT operator, string_agg(kind || ' ' || normal, ', ' ORDER BY kind) AS accounts
         FROM system_account JOIN operator_account USING (operator_account_id)
        GROUP BY operator ORDER BY operator`,
    );
    const accounts = 'collection_float debit, disbursement_float debit, suspense credit';
    expect(rows).toEqual(['Airtel', 'MTN', 'Other'].map((operator) => ({ operator, accounts })));
    const floats = await database.pool.query('SELECT float FROM operator_float WHERE reported IS NULL ORDER BY float');
    const both = ['collection_float', 'disbursement_float'];
    expect(floats.rows.map(({ float }) => float)).toEqual([...both, ...both, ...both].sort());
  });

  test('where live mode is not allowed its connectors are left out, and no account of theirs is made', async () => {
    const { connectors } = createSimulator({ db: database.pool, delayMs: 1, pollDelaysMs: null });
    const [simulated] = connectors;
    if (simulated === undefined) throw new Error('the simulator has no connector');
    const live = Object.assign(Object.create(simulated) as typeof simulated, {
      mode: 'live',
      account: { host: 'live.example', environment: 'live', apiUser: 'live' },
    });
    const forbidden = await registerConnectors(database.pool, [live], false);
    expect(forbidden.all()).toEqual([]);
    expect((await database.pool.query("SELECT FROM operator_account WHERE mode = 'live'")).rowCount).toBe(0);
    const allowed = await registerConnectors(database.pool, [live], true);
    expect(allowed.byOperator('live', simulated.operator)?.connector).toBe(live);
  });

  test('two connectors for the same mode and operator are refused', () => {
    const { connectors } = createSimulator({ db: database.pool, delayMs: 1, pollDelaysMs: null });
    const [connector] = connectors;
    if (connector === undefined) throw new Error('the simulator has no connector');
    const twice = [1, 2].map((operatorAccountId) => ({ operatorAccountId, connector }));
    expect(() => new Connectors(twice)).toThrow('two connectors are registered for test MTN');
  });
});
