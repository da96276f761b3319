import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Option } from '@commander-js/extra-typings';
import { type BackupCheck, noteBackupCheck } from '../backup/last-check.ts';
import { type Archiver, type RestorablePoint, restorablePoint, type StanzaInfo } from '../backup/restorable-point.ts';
import { createPool, type DatabaseTarget, type Queryable } from '../postgres/pool.ts';
import { verifyRoundsUntil } from '../proofs/verify-until.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { countValue, durationValue } from './option-values.ts';
import { publishedRoundsFile } from './proof.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi backup */
export function backupCommands(cli: Cli) {
  return newGroup('backup', 'Check the backups.', [check(cli)]);
}

/** nsimbi backup check */
function check(cli: Cli) {
  return newCommand(
    'check',
    'Report the latest time to which pgBackRest can restore the database, and verify the signed rounds until then. Exits with 1 when it is too old, when too much is not archived, or when a round is wrong. Stores what it found, which nsimbi live check and the metrics of the service show.',
  )
    .option('--stanza <name>', "the name of the database in pgBackRest's configuration", 'nsimbi')
    .addOption(
      new Option('--max-age <duration>', 'the oldest that the latest restorable point may be')
        .argParser(durationValue)
        .default(15 * 60_000, '15m'),
    )
    .option('--max-behind <segments>', 'how many complete WAL segments may wait for the archive', countValue(1e6), 256)
    .action(async ({ stanza, maxAge, maxBehind, json }) => {
      const info = await readStanza(stanza, cli.env);
      const { point, problem, rounds } = await withDatabase(
        cli,
        async ({ pool, target, config }) => {
          const archiver = await readArchiver(pool);
          const point = restorablePoint(info, archiver);
          const rounds =
            point.is === 'nothing' ? null : await verifyRoundsUntil(pool, point.untilMs, publishedRoundsFile(config));
          const problem = problemOf(point, { maxAgeMs: maxAge, maxBehind }) ?? rounds?.faults[0] ?? null;
          const restorableUntilMs = point.is === 'nothing' ? null : point.untilMs;
          await noteCheck(target, { stanza, restorableUntilMs, problem });
          return { point, problem, rounds };
        },
        'nsimbi_reader',
      );
      cli.show(json, {
        stanza,
        restorable_until: point.is === 'nothing' ? null : new Date(point.untilMs).toISOString(),
        age_seconds: point.is === 'nothing' ? null : Math.round(point.ageMs / 1_000),
        segments_behind: point.is === 'nothing' ? null : point.segmentsBehind,
        last_backup: point.is === 'nothing' ? null : point.lastBackup,
        proof_round: rounds?.newest?.number ?? null,
        proof_hash: rounds?.newest?.hash ?? null,
        problem,
      });
      if (problem !== null) cli.exitCode = 1;
    });
}

/** For the checklist of live mode and the metrics (src/live-readiness, src/service). The rest of the command only reads. */
async function noteCheck(target: DatabaseTarget, found: BackupCheck): Promise<void> {
  const pool = createPool(target, { applicationName: 'nsimbi command', max: 1 });
  try {
    await noteBackupCheck(pool, found);
  } finally {
    await pool.end();
  }
}

/** What is wrong with a point, in one sentence, or null. */
function problemOf(point: RestorablePoint, most: { maxAgeMs: number; maxBehind: number }): string | null {
  if (point.is === 'nothing') return point.why;
  if (point.ageMs > most.maxAgeMs) {
    return `the latest restorable point is ${Math.round(point.ageMs / 1_000)} s old, and ${most.maxAgeMs / 1_000} s are allowed`;
  }
  if (point.segmentsBehind !== null && point.segmentsBehind > most.maxBehind) {
    return `${point.segmentsBehind} WAL segments are not archived yet, and ${most.maxBehind} are allowed`;
  }
  return null;
}

/** @throws CommandRefused when pgBackRest cannot be run, or does not know the stanza. */
async function readStanza(name: string, env: NodeJS.ProcessEnv): Promise<StanzaInfo> {
  const words = [`--stanza=${name}`, 'info', '--output=json'];
  const { stdout } = await promisify(execFile)('pgbackrest', words, { env: { ...process.env, ...env } }).catch(
    (error: NodeJS.ErrnoException & { stderr?: string; stdout?: string }) => {
      if (error.code === 'ENOENT') {
        throw new CommandRefused('there is no program pgbackrest: run this on a host that has it');
      }
      // It writes its errors to standard output.
      const said = (error.stderr || error.stdout || error.message).trim();
      throw new CommandRefused(`pgbackrest info failed: ${said}`);
    },
  );
  const stanzas: readonly StanzaInfo[] = JSON.parse(stdout);
  const stanza = stanzas.find((one) => one.name === name);
  if (stanza === undefined) throw new CommandRefused(`pgbackrest has no stanza ${name}`);
  return stanza;
}

async function readArchiver(queryable: Queryable): Promise<Archiver> {
  const { rows } = await queryable.query<{
    now: Date;
    segment_bytes: string;
    current: string;
    file: string | null;
    archived_at: Date | null;
  }>(
    `SELECT clock_timestamp() AS now, pg_size_bytes(current_setting('wal_segment_size')) AS segment_bytes,
            pg_walfile_name(pg_current_wal_lsn()) AS current,
            last_archived_wal AS file, last_archived_time AS archived_at
       FROM pg_stat_archiver`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('pg_stat_archiver has no row');
  const { file, archived_at: archivedAt } = row;
  return {
    nowMs: row.now.getTime(),
    walSegmentBytes: Number(row.segment_bytes),
    currentSegment: row.current,
    archived: file === null || archivedAt === null ? null : { file, atMs: archivedAt.getTime() },
  };
}
