import { Argument, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Requested } from '../dual-control/request-change.ts';
import { feeBandToJson } from '../fees/band-json.ts';
import type { FeeBand } from '../fees/fee.ts';
import {
  type FeeSchedule,
  feeOperations,
  newestSchedule,
  readFeeSchedules,
  scheduleInForce,
} from '../fees/schedules.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { type Ugx, zeroUgx } from '../money/ugx.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { idValue, momentValue, shillingsOrNothing } from './option-values.ts';
import type { OutputRecord } from './record.ts';
import { requestAtTerminal, showProposed } from './requested-change.ts';
import { clientNumbered } from './wallet-record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi fees */
export function feesCommands(cli: Cli) {
  return newGroup('fees', 'Fee schedules.', [feesShow(cli), feesSet(cli), feesClear(cli)]);
}

/** nsimbi fees show */
function feesShow(cli: Cli) {
  return newCommand('show', 'Show the fee schedules in force, in general or for one client.')
    .option('--client <id>', 'the schedules of this client', idValue)
    .option('--history', 'also past and planned schedules')
    .action(async ({ json, client: clientId, history }) => {
      const schedules = await withDatabase(
        cli,
        async ({ pool }) => {
          if (clientId === undefined) {
            const all = await readFeeSchedules(pool);
            return history === true ? all : inForce(all, everybody);
          }
          await clientNumbered(pool, clientId);
          const its = await readFeeSchedules(pool, clientId);
          return history === true ? its : inForce(its, clientId);
        },
        'nsimbi_reader',
      );
      cli.showAll(json, schedules.map(feeRecord), 'No fee schedule is in force: nsimbi fees set creates one.');
    });
}

/** The number of no client, which therefore has the schedules of everybody. */
const everybody = 0;

function inForce(schedules: readonly FeeSchedule[], clientId: number): FeeSchedule[] {
  return feeOperations
    .map((operation) => scheduleInForce(schedules, operation, clientId, Date.now()))
    .filter((schedule) => schedule !== null);
}

/** A fee schedule with its bands, null for a client that has those of everybody again; client_id null is everybody. */
function feeRecord(schedule: FeeSchedule): OutputRecord {
  return {
    fee_schedule_id: schedule.feeScheduleId,
    operation: schedule.operation,
    client_id: schedule.clientId,
    effective_from: isoTime(schedule.effectiveFromMs),
    created_by: schedule.createdBy,
    bands: schedule.bands?.map(bandRecord) ?? null,
  };
}

function bandRecord(band: FeeBand): OutputRecord {
  return {
    up_to: band.upTo,
    fixed: band.fixed,
    basis_points: band.basisPoints,
    minimum: band.minimum,
    maximum: band.maximum,
  };
}

/** nsimbi fees set */
function feesSet(cli: Cli) {
  return newCommand('set', 'Add a fee schedule. Earlier schedules are kept, and accepted transactions keep their fee.')
    .addArgument(new Argument('<operation>', 'the operation').choices(feeOperations))
    .requiredOption(
      '--band <parts>',
      'up_to=50000,fixed=500,basis_points=100,minimum=0,maximum=2000; repeat it in the order of up_to, the last without',
      feeBandValues,
    )
    .option('--client <id>', 'only for this client', idValue)
    .option('--from <time>', 'the start, such as 2027-01-31T00:00:00Z; default now', momentValue)
    .action(async (operation, { json, band: bands, client: clientId = null, from: effectiveFromMs = null }) => {
      if (effectiveFromMs !== null && effectiveFromMs <= Date.now()) {
        throw new CommandRefused(
          '--from must be in the future, because past schedules do not change; omit it to start now',
        );
      }
      const change = {
        kind: 'fees',
        operation,
        client_id: clientId,
        effective_from: effectiveFromMs === null ? null : isoTime(effectiveFromMs),
        bands: bands.map(feeBandToJson),
      } as const;
      const { requested, added } = await withDatabase(cli, async (database) => {
        if (clientId !== null) await clientNumbered(database.pool, clientId);
        const made = await requestAtTerminal(cli, database, change);
        return { requested: made, added: (await readFeeSchedules(database.pool, clientId ?? everybody)).at(-1) };
      });
      if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      if (added !== undefined) cli.show(json, feeRecord(added));
    });
}

/** Bands such as `up_to=50000,fixed=500,basis_points=100,minimum=0,maximum=2000`, one each time the option is given. */
function feeBandValues(text: string, before: readonly FeeBand[] | undefined): readonly FeeBand[] {
  const parts = new Map<string, string>();
  for (const part of text.split(',')) {
    const match = /^(up_to|fixed|basis_points|minimum|maximum)=(\d+)$/.exec(part.trim());
    if (match?.[1] === undefined || match[2] === undefined || parts.has(match[1])) {
      throw new InvalidArgumentError(
        'It must be some of up_to=N, fixed=N, basis_points=N, minimum=N, maximum=N, separated by commas.',
      );
    }
    parts.set(match[1], match[2]);
  }
  const amount = (name: string): Ugx | null => {
    const value = parts.get(name);
    return value === undefined ? null : shillingsOrNothing(value);
  };
  const band: FeeBand = {
    upTo: amount('up_to'),
    fixed: amount('fixed') ?? zeroUgx,
    basisPoints: Number(parts.get('basis_points') ?? 0),
    minimum: amount('minimum') ?? zeroUgx,
    maximum: amount('maximum'),
  };
  return [...(before ?? []), band];
}

/** nsimbi fees clear */
function feesClear(cli: Cli) {
  return newCommand(
    'clear',
    "Remove a client's own fees: the general fees apply from now on. Its planned fees still take effect.",
  )
    .addArgument(new Argument('[operation]', 'the operation; default all').choices(feeOperations))
    .requiredOption('--client <id>', 'the client', idValue)
    .action(async (operation, { json, client: clientId }) => {
      const cleared = await withDatabase(cli, async (database) => {
        const { pool } = database;
        await clientNumbered(pool, clientId);
        const schedules = await readFeeSchedules(pool, clientId);
        const own = (operation === undefined ? feeOperations : [operation]).filter(
          (one) => (newestSchedule(schedules, one, clientId, Date.now())?.bands ?? null) !== null,
        );
        const requested: Requested[] = [];
        for (const one of own) {
          const change = {
            kind: 'fees',
            operation: one,
            client_id: clientId,
            effective_from: null,
            bands: null,
          } as const;
          requested.push(await requestAtTerminal(cli, database, change));
        }
        const after = await readFeeSchedules(pool, clientId);
        return { requested, added: after.slice(schedules.length) };
      });
      if (cleared.requested.length === 0)
        throw new CommandRefused(`client ${clientId} has no fees of its own to remove`);
      for (const one of cleared.requested) if (one.is === 'proposed') showProposed(cli, json, one.proposalId);
      if (cleared.added.length > 0) cli.showAll(json, cleared.added.map(feeRecord), '');
    });
}
