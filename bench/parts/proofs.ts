import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../test/service/free-port.ts';
import { runNsimbi } from '../../test/service/nsimbi-command.ts';
import { createOwnPostgres } from '../../test/service/own-postgres.ts';
import { seedClients } from '../../test/service/seeded-clients.ts';
import { startService } from '../../test/service/service-process.ts';
import { connections, type Part } from '../bench.ts';
import { share } from '../floods/paced-payments.ts';
import { runLoad } from '../http-load.ts';
import { untilProven } from '../until-proven.ts';

const seededClients = 1_000;
const warmUpSeconds = 8;
const loadSeconds = 15;

/**
 * What the prover costs payments: services with and without it, on one database, loaded in turn; how many payments it proves per second
 * when no others come; and how many bytes a payment and its proof take. While payments come as fast as they can, the prover gives way and
 * falls behind, and what is written without a prover waits for the next one.
 */
export const proofs: Part = async (bench) => {
  const folder = join(bench.folder, 'proofs');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const postgres = await createOwnPostgres(folder);
  const settings = { ...postgres.settings, NSIMBI_DATA_DIR: join(folder, 'data') };
  const database = new pg.Client({ connectionString: postgres.urlOf('nsimbi') });
  const clientsFile = join(folder, 'clients');
  const start = async (prover: 'on' | 'off') =>
    await startService({
      port: await freePort(),
      logFile: join(folder, `service-${prover}.log`),
      settings: { ...settings, NSIMBI_PROOFS: prover },
    });
  const measure = async (prover: 'on' | 'off'): Promise<number> => {
    const service = await start(prover);
    try {
      const at = { baseUrl: service.baseUrl, clientsFile };
      await runLoad(at, 'spread', connections, warmUpSeconds);
      const { refused, broken, requestsPerSecond } = await runLoad(at, 'spread', connections, loadSeconds);
      if (refused + broken > 0) throw new Error(`${refused + broken} payments were refused or got no answer`);
      return requestsPerSecond;
    } finally {
      await service.end('SIGTERM');
    }
  };
  try {
    const first = await start('on');
    const clients = await seedClients(seededClients, 1_000_000_000, settings);
    writeFileSync(clientsFile, clients.map((client) => `${client.phone} ${client.apiKey}\n`).join(''));
    await first.end('SIGTERM');
    await database.connect();
    const rates = { on: [] as number[], off: [] as number[] };
    for (let round = 0; round < (bench.isShort ? 1 : 5); round += 1) {
      // In another order each time, so that neither always has the younger database.
      for (const prover of round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
        rates[prover].push(await measure(prover));
      }
    }
    const service = await start('on');
    const provenBefore = await provenPayments(database);
    const beganMs = performance.now();
    await untilProven(database);
    const seconds = (performance.now() - beganMs) / 1_000;
    const provenPerSecond = ((await provenPayments(database)) - provenBefore) / seconds;
    await service.end('SIGTERM');
    await runNsimbi(['audit', '--json'], settings);
    const { rows } = await database.query<{ proof_bytes: number; payment_bytes: number; key_bytes: number }>(
      `SELECT ((pg_total_relation_size('nsimbi.transaction_proof') + pg_total_relation_size('nsimbi.proof_round'))
               / (SELECT count(*) / 2 FROM nsimbi.transaction_proof WHERE contents LIKE 'x%'))::float8 AS proof_bytes,
              ((SELECT sum(pg_total_relation_size(relid))
                  FROM unnest(ARRAY['nsimbi.transaction', 'nsimbi.transfer', 'nsimbi.event']::regclass[]) AS root (id),
                       pg_partition_tree(root.id))
               / (SELECT count(*) / 2 FROM nsimbi.transaction))::float8 AS payment_bytes,
              (pg_total_relation_size('nsimbi.idempotency_key')
               / (SELECT count(*) FROM nsimbi.idempotency_key))::float8 AS key_bytes`,
    );
    const [on, off] = [share(rates.on, 0.5), share(rates.off, 0.5)];
    return [
      { part: 'proofs', what: 'payments per second without the prover (median)', value: Math.round(off), unit: '/s' },
      { part: 'proofs', what: 'payments per second with it (median)', value: Math.round(on), unit: '/s' },
      {
        part: 'proofs',
        what: 'payments per second that the prover costs',
        value: Number(((1 - on / off) * 100).toFixed(1)),
        unit: '%',
        target: { is: 'at most', value: 3 },
      },
      { part: 'proofs', what: 'payments proven per second afterwards', value: Math.round(provenPerSecond), unit: '/s' },
      {
        part: 'proofs',
        what: 'proof of a payment between wallets, with indexes',
        value: Math.round(rows[0]?.proof_bytes ?? 0),
        unit: 'bytes',
        target: { is: 'at most', value: 550 },
      },
      {
        part: 'proofs',
        what: 'payment between wallets without its proof, with indexes',
        value: Math.round(rows[0]?.payment_bytes ?? 0),
        unit: 'bytes',
      },
      {
        part: 'proofs',
        what: 'idempotency key of a payment (48 hours), with indexes',
        value: Math.round(rows[0]?.key_bytes ?? 0),
        unit: 'bytes',
      },
    ];
  } finally {
    await database.end();
    await postgres.stop();
  }
};

/** Payments between wallets of which both transactions are proven. */
async function provenPayments(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ payments: number }>(
    `SELECT (count(*) / 2)::integer AS payments FROM nsimbi.transaction_proof WHERE contents LIKE 'x%'`,
  );
  return rows[0]?.payments ?? 0;
}
