import { createTestDatabase } from '../../../test/database.ts';
import { describeConnector } from '../../../test/operators/contract/conformance.ts';
import { callbackAbout } from './callback-timers.ts';
import { simulatorReferenceForm } from './simulated-operator.ts';
import { createSimulator } from './simulator.ts';

for (const { operator, prefix } of [
  { operator: 'MTN', prefix: '25677000' },
  { operator: 'Airtel', prefix: '25670000' },
]) {
  describeConnector(`the simulated ${operator}`, async () => {
    const database = await createTestDatabase();
    const simulator = createSimulator({ db: database.pool, delayMs: 50, pollDelaysMs: null });
    const connector = simulator.connectors.find((one) => one.operator === operator);
    if (connector === undefined) throw new Error(`the simulator has no ${operator}`);
    return {
      connector,
      referenceForm: simulatorReferenceForm,
      phones: {
        pays: `${prefix}4567`,
        fails: `${prefix}0002`,
        stays: `${prefix}0005`,
        unknownRecipient: `${prefix}0002`,
        refusesUs: `${prefix}0003`,
        notReached: `${prefix}0006`,
        silent: `${prefix}0004`,
        named: `${prefix}4567`,
        nameless: `${prefix}0000`,
      },
      async countPayments(reference) {
        const { rows } = await database.pool.query<{ count: string }>(
          'SELECT count(*) FROM simulator_payment WHERE reference = $1',
          [reference],
        );
        return Number(rows[0]?.count);
      },
      callbackAbout: (reference) => callbackAbout(operator, reference),
      async close() {
        simulator.stop();
        await database.drop();
      },
    };
  });
}
