import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { type Config, ConfigError, settingTexts } from '../config.ts';
import { createClient } from '../postgres/servers.ts';
import { DatabaseNotStarted } from '../postgres/start-error.ts';
import type { Cli } from './cli.ts';
import {
  checkClock,
  checkDataFolder,
  checkHistory,
  checkInstallation,
  checkLogin,
  checkMigrations,
  checkRecords,
  checkRoles,
  checkServer,
  checkTrustedClock,
} from './doctor/checks.ts';
import { type Diagnosis, problem, warning, well } from './doctor/diagnosis.ts';
import { checkOperators } from './doctor/operators.ts';
import { checkProofs } from './doctor/proofs.ts';
import { newCommand } from './new-command.ts';
import { withOpenDatabase } from './with-database.ts';

/** nsimbi doctor */
export function doctor(cli: Cli) {
  return newCommand(
    'doctor',
    'Check settings, data folder, database, clock and operators, and say how to correct what is wrong. Changes nothing.',
  ).action(async ({ json }) => {
    const diagnoses = await diagnose(cli);
    for (const diagnosis of diagnoses) {
      cli.output.print(json === true ? JSON.stringify(diagnosis) : sentenceOf(diagnosis));
    }
    if (diagnoses.some(({ result }) => result === 'problem')) cli.exitCode = 1;
  });
}

function sentenceOf({ check, result, found, mend }: Diagnosis): string {
  return `${result.padEnd(7)}  ${check}: ${found}${mend === null ? '' : `. To mend it: ${mend}`}`;
}

async function diagnose(cli: Cli): Promise<Diagnosis[]> {
  const node = well('node', process.version);
  let config: Config;
  try {
    config = cli.config();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [node, problem('settings', error.message, 'correct it; docs/settings.md lists all settings')];
  }
  return [
    node,
    well('settings', 'all are allowed'),
    ...checkDataFolder(config.dataDir),
    ...(await checkOperators(config, settingTexts(cli.env))),
    ...(await diagnoseDatabase(config, cli)),
  ];
}

async function diagnoseDatabase(config: Config, cli: Cli): Promise<Diagnosis[]> {
  if (config.databaseUrl === null && !hasEmbeddedServer(config.dataDir)) {
    return [warning('database', 'there is none yet', 'start the service: the first start creates it')];
  }
  try {
    return await withOpenDatabase(cli, config, async ({ target }) => {
      const client = createClient(target, { application_name: 'nsimbi doctor' });
      try {
        await client.connect();
        return [...(await checkServer(client)), await checkClock(client), ...(await diagnoseSchema(client, config))];
      } finally {
        await client.end().catch(() => undefined);
      }
    });
  } catch (error) {
    if (!(error instanceof DatabaseNotStarted)) throw error;
    return [problem('database', error.message, 'correct it and run nsimbi doctor again')];
  }
}

/** Checks that need the roles and tables. */
async function diagnoseSchema(client: pg.Client, config: Config): Promise<Diagnosis[]> {
  const roles = await checkRoles(client);
  const login = await checkLogin(client);
  if (roles.result !== 'ok') return [roles, login];
  await client.query('SET ROLE nsimbi_reader; SET search_path = nsimbi, pg_temp');
  const migrations = await checkMigrations(client);
  if (migrations.result !== 'ok') return [roles, login, migrations];
  return [
    roles,
    login,
    migrations,
    await checkTrustedClock(client),
    await checkRecords(client),
    await checkInstallation(client, config),
    await checkProofs(client, config),
    ...(await checkHistory(client, config)),
  ];
}

function hasEmbeddedServer(dataDir: string): boolean {
  return ['postgres/cluster', 'postgres-location.json'].some((name) => existsSync(join(dataDir, name)));
}
