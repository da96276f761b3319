import { SettingNotAllowed, settings } from './config/settings.ts';

/** Every setting, checked. Durations are milliseconds; what is not set and has no usual value is null. */
export type Config = {
  readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']>;
};

/**
 * Reads the settings from environment variables; an empty one counts as not set.
 * @throws ConfigError for the first one that is wrong, or that does not exist.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  refuseUnknown(env);
  try {
    const config = readAll(env);
    if (config.metricsPort !== null && config.metricsPort !== 0 && config.metricsPort === config.port) {
      throw new ConfigError(
        `NSIMBI_METRICS_PORT is "${config.port}"; it must be another port than PORT, or not be set`,
      );
    }
    refuseHalfSetOperators(config);
    if (config.airtelSigning && config.airtelCollectionVersion === 'v1' && config.airtelDisbursementVersion === 'v1') {
      throw new ConfigError(
        'NSIMBI_AIRTEL_SIGNING is "on"; it must be off while NSIMBI_AIRTEL_COLLECTION_VERSION and NSIMBI_AIRTEL_DISBURSEMENT_VERSION are v1, which has no signatures',
      );
    }
    if (config.smtpUrl !== null && config.mailFrom === null) {
      throw new ConfigError('NSIMBI_SMTP_URL is set; set NSIMBI_MAIL_FROM too, who the mails are from');
    }
    return config;
  } catch (error) {
    throw error instanceof SettingNotAllowed ? new ConfigError(error.message) : error;
  }
}

/** A setting is wrong. The message is one line: the setting, its value, and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Names that start so are the test run's own and reach every process it starts. */
const testPrefix = 'NSIMBI_TEST_';

/** What commands read that speak to a running service: no setting of the service itself. */
const ofCommands = ['NSIMBI_API_KEY'];

/** A misspelt setting would otherwise be a setting that silently does nothing. Its value may be a secret: not shown. */
function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const known = Object.values(settings).map((setting) => setting.name);
  for (const name of Object.keys(env)) {
    if (!name.startsWith('NSIMBI_') || name.startsWith(testPrefix)) continue;
    if (known.includes(name) || ofCommands.includes(name)) continue;
    throw new ConfigError(
      `${name} is not a setting; the nearest one is ${nearestName(name, known)} (docs/settings.md)`,
    );
  }
}

/** What an operator needs to be connected; with some of it and not the rest, its payments would fail one by one. */
const operatorCredentials = {
  MTN: [
    'mtnCollectionSubscriptionKey',
    'mtnCollectionApiUser',
    'mtnCollectionApiKey',
    'mtnDisbursementSubscriptionKey',
    'mtnDisbursementApiUser',
    'mtnDisbursementApiKey',
  ],
  Airtel: ['airtelClientId', 'airtelClientSecret', 'airtelPin', 'airtelPinPublicKey'],
} as const satisfies Readonly<Record<string, readonly (keyof Config)[]>>;

function refuseHalfSetOperators(config: Config): void {
  for (const [operator, needed] of Object.entries(operatorCredentials)) {
    const missing = needed.filter((name) => config[name] === null);
    const isOff = missing.length === needed.length && (operator !== 'Airtel' || config.airtelCallbackKey === null);
    if (missing.length === 0 || isOff) continue;
    const names = missing.map((name) => settings[name].name).join(', ');
    throw new ConfigError(`${operator} is set in part; set ${names} too, or nothing of ${operator}`);
  }
}

function readAll(env: NodeJS.ProcessEnv): Config {
  const value = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const read = <T>(setting: { name: string; read(text: string | undefined): T }): T =>
    setting.read(value(setting.name));
  return {
    databaseUrl: read(settings.databaseUrl),
    dataDir: read(settings.dataDir),
    host: read(settings.host),
    port: read(settings.port),
    metricsPort: read(settings.metricsPort),
    metricsToken: read(settings.metricsToken),
    brand: read(settings.brand),
    trustProxy: read(settings.trustProxy),
    connectionsPerAddress: read(settings.connectionsPerAddress),
    corsOrigins: read(settings.corsOrigins),
    rateLimitStore: read(settings.rateLimitStore),
    clientLiveKeys: read(settings.clientLiveKeys),
    clientTestKeys: read(settings.clientTestKeys),
    clientEventStreams: read(settings.clientEventStreams),
    clientRateFactor: read(settings.clientRateFactor),
    operatorWaitMs: read(settings.operatorWaitMs),
    publicUrl: read(settings.publicUrl),
    simulatorDelayMs: read(settings.simulatorDelayMs),
    pollDelaysMs: read(settings.pollDelaysMs),
    mtnPollDelaysMs: read(settings.mtnPollDelaysMs),
    airtelPollDelaysMs: read(settings.airtelPollDelaysMs),
    mtnQueriesPerSecond: read(settings.mtnQueriesPerSecond),
    airtelQueriesPerSecond: read(settings.airtelQueriesPerSecond),
    mtnBaseUrl: read(settings.mtnBaseUrl),
    mtnTargetEnvironment: read(settings.mtnTargetEnvironment),
    mtnCurrency: read(settings.mtnCurrency),
    mtnCollectionSubscriptionKey: read(settings.mtnCollectionSubscriptionKey),
    mtnCollectionApiUser: read(settings.mtnCollectionApiUser),
    mtnCollectionApiKey: read(settings.mtnCollectionApiKey),
    mtnDisbursementSubscriptionKey: read(settings.mtnDisbursementSubscriptionKey),
    mtnDisbursementApiUser: read(settings.mtnDisbursementApiUser),
    mtnDisbursementApiKey: read(settings.mtnDisbursementApiKey),
    airtelBaseUrl: read(settings.airtelBaseUrl),
    airtelPathPrefix: read(settings.airtelPathPrefix),
    airtelClientId: read(settings.airtelClientId),
    airtelClientSecret: read(settings.airtelClientSecret),
    airtelPin: read(settings.airtelPin),
    airtelPinPublicKey: read(settings.airtelPinPublicKey),
    airtelCallbackKey: read(settings.airtelCallbackKey),
    airtelCollectionVersion: read(settings.airtelCollectionVersion),
    airtelDisbursementVersion: read(settings.airtelDisbursementVersion),
    airtelSigning: read(settings.airtelSigning),
    webhookRetryDelaysMs: read(settings.webhookRetryDelaysMs),
    webhookAllowLoopback: read(settings.webhookAllowLoopback),
    requireTwoFactor: read(settings.requireTwoFactor),
    smtpUrl: read(settings.smtpUrl),
    mailFrom: read(settings.mailFrom),
    webhookAllowedNetworks: read(settings.webhookAllowedNetworks),
    webhookRetentionMs: read(settings.webhookRetentionMs),
    requestLogRetentionMs: read(settings.requestLogRetentionMs),
    operatorLogRetentionMs: read(settings.operatorLogRetentionMs),
    encryptionKeys: read(settings.encryptionKeys),
    truthDeadlineMs: read(settings.truthDeadlineMs),
    resendAfterMs: read(settings.resendAfterMs),
    notFoundAlarm: read(settings.notFoundAlarm),
    floatAlert: read(settings.floatAlert),
    approvalExpiryMs: read(settings.approvalExpiryMs),
    installationId: read(settings.installationId),
    otlpEndpoint: read(settings.otlpEndpoint),
    logLevel: read(settings.logLevel),
  };
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
