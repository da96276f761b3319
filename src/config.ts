import type { Operator } from './operators/contract.ts';
import {
  addressesInUse,
  OperatorSettingsConflict,
  type OperatorValues,
  operators,
  readOperatorSettings,
  settingsOf,
} from './operators/registry.ts';
import { serverUrls } from './postgres/server-urls.ts';
import { isEmail, isLoopback } from './settings/kinds.ts';
import { readSecretFiles, SecretFilesNotAllowed, secretsDirName } from './settings/secret-files.ts';
import { readSettings, SettingNotAllowed, type ValuesOf } from './settings/setting.ts';
import { settings } from './settings/settings.ts';

/** Every setting, checked. Durations are milliseconds; what is not set and has no default is null. */
export type Config = ValuesOf<typeof settings> & { readonly operators: OperatorValues };

/**
 * Reads the settings from environment variables, and from files of NSIMBI_SECRETS_DIR; an empty one counts as not set.
 * @throws ConfigError for the first one that is wrong, or that does not exist.
 */
export function loadConfig(processEnv: NodeJS.ProcessEnv, registry: readonly Operator[] = operators): Config {
  const env = settingTexts(processEnv, registry);
  try {
    const config = { ...readSettings(settings, env), operators: readOperatorSettings(env, registry) };
    if (config.metricsPort !== null && config.metricsPort !== 0 && config.metricsPort === config.port) {
      throw new ConfigError(
        `NSIMBI_METRICS_PORT is "${config.port}"; it must be another port than PORT, or not be set`,
      );
    }
    if (config.ownerDatabaseUrl !== null && config.databaseUrl === null) {
      throw new ConfigError('NSIMBI_OWNER_DATABASE_URL is set; set DATABASE_URL too, which the service serves with');
    }
    if (config.readUrl !== null && config.databaseUrl === null) {
      throw new ConfigError('DATABASE_READ_URL is set; set DATABASE_URL too, which names the primary');
    }
    if (config.readUrl !== null && serverUrls(config.readUrl).length > 1) {
      throw new ConfigError('DATABASE_READ_URL names several servers; name one standby');
    }
    if (config.historyUrl !== null && config.historyAfterMs < config.webhookRetentionMs) {
      throw new ConfigError(
        'NSIMBI_HISTORY_AFTER is shorter than NSIMBI_WEBHOOK_RETENTION; make it as long, so that an event is here while it can be sent again',
      );
    }
    if (config.smtpUrl !== null && config.mailFrom === null) {
      throw new ConfigError('NSIMBI_SMTP_URL is set; set NSIMBI_MAIL_FROM too, who the mails are from');
    }
    if (config.issuerName === null && (config.issuerAddress ?? config.issuerTin) !== null) {
      const set = config.issuerAddress === null ? 'NSIMBI_ISSUER_TIN' : 'NSIMBI_ISSUER_ADDRESS';
      throw new ConfigError(`${set} is set; set NSIMBI_ISSUER_NAME too, whose it is`);
    }
    const mailed = config.proofReceivers.find(isEmail);
    if (mailed !== undefined && config.smtpUrl === null) {
      throw new ConfigError(`NSIMBI_PROOF_RECEIVERS has ${mailed}; set NSIMBI_SMTP_URL too, which sends the mails`);
    }
    const elsewhere = config.rehearsal
      ? addressesInUse(config.operators, registry).find((url) => !isLoopback(url))
      : undefined;
    if (elsewhere !== undefined) {
      throw new ConfigError(
        `NSIMBI_REHEARSAL is "on" and an operator is at ${elsewhere}; a rehearsal needs every operator at a loopback address`,
      );
    }
    return config;
  } catch (error) {
    const isOfSettings = error instanceof SettingNotAllowed || error instanceof OperatorSettingsConflict;
    throw isOfSettings ? new ConfigError(error.message) : error;
  }
}

/**
 * The texts of all settings: the environment, with what is in files of NSIMBI_SECRETS_DIR.
 * @throws ConfigError for a name that does not exist, and for a folder that cannot be used.
 */
export function settingTexts(env: NodeJS.ProcessEnv, registry: readonly Operator[] = operators): NodeJS.ProcessEnv {
  const known = [...Object.values(settings), ...settingsOf(registry)].map(({ name }) => name);
  refuseUnknown(env, known);
  const folder = env[secretsDirName];
  if (!folder) return env;
  try {
    return { ...env, ...readSecretFiles(folder, env, (name) => refuseUnlessKnown(name, known)) };
  } catch (error) {
    throw error instanceof SecretFilesNotAllowed ? new ConfigError(error.message) : error;
  }
}

/** A setting is wrong. The message is one line: the setting, its value, and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Names that start so are the test run's own and reach every process it starts. */
const testPrefix = 'NSIMBI_TEST_';

/** Variables of commands that call a running service; no settings of the service itself. */
const ofCommands = ['NSIMBI_API_KEY'];

/** A misspelt setting would otherwise be a setting that silently does nothing. Its value may be a secret: not shown. */
function refuseUnknown(env: NodeJS.ProcessEnv, known: readonly string[]): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('NSIMBI_') || name.startsWith(testPrefix) || ofCommands.includes(name)) continue;
    refuseUnlessKnown(name, known);
  }
}

function refuseUnlessKnown(name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new ConfigError(`${name} is not a setting; the nearest one is ${nearestName(name, known)} (docs/settings.md)`);
}

/** The name that needs the fewest letters added, removed or changed to become the given one. */
function nearestName(given: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const edits = editsBetween(given, name);
    if (edits < fewest) [nearest, fewest] = [name, edits];
  }
  return nearest;
}

/** Levenshtein's distance, one row of the table at a time. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
