import {
  accessToken,
  airtelPin,
  brand,
  count,
  currency,
  duration,
  durations,
  encryptionKeys,
  folder,
  host,
  httpUrl,
  type Kind,
  mailSender,
  networksOrNone,
  oneOf,
  onOrOff,
  operatorUrl,
  originsOrNone,
  pathPrefix,
  percentage,
  port,
  postgresUrl,
  publicUrl,
  rsaPublicKey,
  secret,
  smtpUrl,
  uuid,
  word,
} from './kinds.ts';

/** One environment variable that the service reads. */
export interface Setting<T> {
  readonly name: string;
  readonly kind: Kind<unknown>;
  /** What stands in its place when it is not set, as it would be written; null for nothing. */
  readonly usual: string | null;
  /** One sentence for the person who sets it. */
  readonly purpose: string;
  /** @throws SettingNotAllowed */
  read(text: string | undefined): T;
}

/** Every setting of the service, by its name in `Config`. docs/settings.md is made from this table. */
export const settings = {
  databaseUrl: unset('DATABASE_URL', postgresUrl, 'A PostgreSQL (15 or newer) to use instead of the embedded one.'),
  dataDir: setting('NSIMBI_DATA_DIR', folder, './data', 'Where credentials and the embedded database are kept.'),
  host: setting('HOST', host, '127.0.0.1', 'The address to listen on.'),
  port: setting('PORT', port, '4500', 'The port of the API.'),
  metricsPort: unset(
    'NSIMBI_METRICS_PORT',
    port,
    'A port of its own for /metrics; without it they are on the port of the API while HOST is loopback.',
  ),
  metricsToken: unset(
    'NSIMBI_METRICS_TOKEN',
    accessToken,
    'The token that reads /metrics on the port of the API from another machine, as Authorization: Bearer.',
  ),
  brand: setting('NSIMBI_BRAND', brand, 'Service', 'The name in the headers X-<brand>-* and in the User-Agent.'),
  trustProxy: setting(
    'NSIMBI_TRUST_PROXY',
    networksOrNone,
    'none',
    'The proxies whose X-Forwarded-For header names the client’s address.',
  ),
  connectionsPerAddress: setting(
    'NSIMBI_CONNECTIONS_PER_ADDRESS',
    count(100_000),
    '512',
    'Connections that one address may keep open without a valid API key or session; the proxies of NSIMBI_TRUST_PROXY have no such limit.',
  ),
  corsOrigins: setting(
    'NSIMBI_CORS_ORIGINS',
    originsOrNone,
    'none',
    'Origins of web pages that may call /api/v1 from a browser (CORS); see docs/api.md before you set it.',
  ),
  rateLimitStore: setting(
    'NSIMBI_RATE_LIMIT_STORE',
    oneOf('memory', 'postgres'),
    'memory',
    'Where requests are counted; postgres when several processes answer the API.',
  ),
  clientLiveKeys: setting(
    'NSIMBI_CLIENT_LIVE_KEYS',
    count(10_000),
    '20',
    'Active API keys of live mode per client; an administrator can set another number for one client.',
  ),
  clientTestKeys: setting('NSIMBI_CLIENT_TEST_KEYS', count(10_000), '50', 'The same for API keys of test mode.'),
  clientEventStreams: setting(
    'NSIMBI_CLIENT_EVENT_STREAMS',
    count(10_000),
    '100',
    'Event streams that a client may have open in each process.',
  ),
  clientRateFactor: setting(
    'NSIMBI_CLIENT_RATE_FACTOR',
    count(10_000),
    '10',
    'How many full windows of one key all keys of a client may use together in a minute.',
  ),
  operatorWaitMs: setting(
    'NSIMBI_OPERATOR_WAIT',
    duration('1ms', '25s'),
    '5s',
    "How long a response waits for the operator's first result.",
  ),
  publicUrl: unset(
    'NSIMBI_PUBLIC_URL',
    publicUrl,
    'The public address of this service. Operators send callbacks to it; without it there are no callbacks.',
  ),
  simulatorDelayMs: setting(
    'NSIMBI_SIMULATOR_DELAY',
    duration('0ms', '1h'),
    '2s',
    'After how long the simulator approves or pays, for numbers without a fixed behaviour.',
  ),
  pollDelaysMs: unset(
    'NSIMBI_POLL_DELAYS',
    durations('1ms', '7d', 20),
    'Delays between queries to any operator, instead of its own delays; the last one repeats.',
  ),
  mtnPollDelaysMs: setting(
    'NSIMBI_MTN_POLL_DELAYS',
    durations('1s', '7d', 20),
    '10s,20s,30s,1m,3m,5m,10m,30m,1h',
    'Delays between queries to MTN about one payment; the last one repeats.',
  ),
  airtelPollDelaysMs: setting(
    'NSIMBI_AIRTEL_POLL_DELAYS',
    durations('1s', '7d', 20),
    '3m,2m,5m,10m,30m,1h',
    'Delays between queries to Airtel about one payment; the last one repeats.',
  ),
  mtnQueriesPerSecond: setting(
    'NSIMBI_MTN_QUERIES_PER_SECOND',
    count(100_000),
    '10',
    'Queries per second to MTN, of all processes together.',
  ),
  airtelQueriesPerSecond: setting(
    'NSIMBI_AIRTEL_QUERIES_PER_SECOND',
    count(100_000),
    '10',
    'Queries per second to Airtel, of all processes together.',
  ),
  mtnBaseUrl: setting(
    'NSIMBI_MTN_BASE_URL',
    operatorUrl,
    'https://proxy.momoapi.mtn.com',
    "The address of MTN's API; its sandbox is https://sandbox.momodeveloper.mtn.com.",
  ),
  mtnTargetEnvironment: setting(
    'NSIMBI_MTN_TARGET_ENVIRONMENT',
    word,
    'mtnuganda',
    "MTN's name of the environment that the credentials are for; sandbox for its sandbox.",
  ),
  mtnCurrency: setting(
    'NSIMBI_MTN_CURRENCY',
    currency,
    'UGX',
    'The currency of payments at MTN; its sandbox needs EUR.',
  ),
  mtnCollectionSubscriptionKey: unset(
    'NSIMBI_MTN_COLLECTION_SUBSCRIPTION_KEY',
    secret,
    "MTN's key of the collection product. MTN's six credentials are set together; without them MTN is off.",
  ),
  mtnCollectionApiUser: unset('NSIMBI_MTN_COLLECTION_API_USER', secret, "MTN's API user for the collection product."),
  mtnCollectionApiKey: unset(
    'NSIMBI_MTN_COLLECTION_API_KEY',
    secret,
    "The key of MTN's API user for the collection product.",
  ),
  mtnDisbursementSubscriptionKey: unset(
    'NSIMBI_MTN_DISBURSEMENT_SUBSCRIPTION_KEY',
    secret,
    "MTN's key of the disbursement product.",
  ),
  mtnDisbursementApiUser: unset(
    'NSIMBI_MTN_DISBURSEMENT_API_USER',
    secret,
    "MTN's API user for the disbursement product.",
  ),
  mtnDisbursementApiKey: unset(
    'NSIMBI_MTN_DISBURSEMENT_API_KEY',
    secret,
    "The key of MTN's API user for the disbursement product.",
  ),
  airtelBaseUrl: setting(
    'NSIMBI_AIRTEL_BASE_URL',
    operatorUrl,
    'https://openapi.airtel.ug',
    "The address of Airtel's API; its staging is https://openapiuat.airtel.ug.",
  ),
  airtelPathPrefix: unset(
    'NSIMBI_AIRTEL_PATH_PREFIX',
    pathPrefix,
    'A prefix of the paths of payments; some sandboxes need /simulate.',
  ),
  airtelClientId: unset(
    'NSIMBI_AIRTEL_CLIENT_ID',
    secret,
    "The client id of Airtel's application. The two client settings and the two of the PIN are set together; without them Airtel is off.",
  ),
  airtelClientSecret: unset('NSIMBI_AIRTEL_CLIENT_SECRET', secret, "The client secret of Airtel's application."),
  airtelPin: unset('NSIMBI_AIRTEL_PIN', airtelPin, "The PIN of disbursements, as set in Airtel's portal."),
  airtelPinPublicKey: unset(
    'NSIMBI_AIRTEL_PIN_PUBLIC_KEY',
    rsaPublicKey,
    "The key of Airtel's portal that the PIN is encrypted with.",
  ),
  airtelCallbackKey: unset(
    'NSIMBI_AIRTEL_CALLBACK_KEY',
    secret,
    "The private key of callback authentication in Airtel's portal; without it the hash of callbacks is not checked.",
  ),
  airtelCollectionVersion: setting(
    'NSIMBI_AIRTEL_COLLECTION_VERSION',
    oneOf('v1', 'v2'),
    'v1',
    "The version of Airtel's collection interface, and of its refunds.",
  ),
  airtelDisbursementVersion: setting(
    'NSIMBI_AIRTEL_DISBURSEMENT_VERSION',
    oneOf('v1', 'v2'),
    'v2',
    "The version of Airtel's disbursement interface; v1 cannot report the balance for payouts.",
  ),
  airtelSigning: setting(
    'NSIMBI_AIRTEL_SIGNING',
    onOrOff,
    'off',
    'Whether payments, payouts and refunds of version v2 are signed; v1 has no signatures.',
  ),
  webhookRetryDelaysMs: setting(
    'NSIMBI_WEBHOOK_RETRY_DELAYS',
    durations('1ms', '7d', 5, 5),
    '1m,5m,15m,1h,6h',
    'Delays before the five retries of a webhook delivery.',
  ),
  webhookAllowLoopback: unset(
    'NSIMBI_WEBHOOK_ALLOW_LOOPBACK',
    onOrOff,
    'Whether webhooks of test mode may be http and reach this machine; without it, on only while HOST is loopback and NSIMBI_PUBLIC_URL is not set.',
  ),
  requireTwoFactor: setting(
    'NSIMBI_REQUIRE_TWO_FACTOR',
    onOrOff,
    'off',
    'Whether everybody who uses the dashboard needs an authenticator app; a client can require it from its own people.',
  ),
  smtpUrl: unset(
    'NSIMBI_SMTP_URL',
    smtpUrl,
    'The mail server that sends invitations and password links; without it they are logged, and shown to the person who invites.',
  ),
  mailFrom: unset('NSIMBI_MAIL_FROM', mailSender, 'Who those mails are from; needed with NSIMBI_SMTP_URL.'),
  webhookAllowedNetworks: setting(
    'NSIMBI_WEBHOOK_ALLOWED_NETWORKS',
    networksOrNone,
    'none',
    'Networks, private ones too, that webhooks of both modes may reach besides the public internet.',
  ),
  webhookRetentionMs: setting(
    'NSIMBI_WEBHOOK_RETENTION',
    duration('1h', '3650d'),
    '90d',
    'How long attempts and delivered deliveries are kept; events are never deleted.',
  ),
  requestLogRetentionMs: setting(
    'NSIMBI_REQUEST_LOG_RETENTION',
    duration('0d', '90d'),
    '7d',
    'How long the dashboard shows API requests of programs; 0d turns this log off.',
  ),
  operatorLogRetentionMs: setting(
    'NSIMBI_OPERATOR_LOG_RETENTION',
    duration('0d', '3650d'),
    '90d',
    'How long a transaction shows its operator calls; 0d turns this log off.',
  ),
  encryptionKeys: unset(
    'NSIMBI_ENCRYPTION_KEYS',
    encryptionKeys,
    'Keys that encrypt secrets, as id:base64 of 32 bytes separated by commas, the first one for new secrets, instead of the file encryption-keys in the data folder.',
  ),
  truthDeadlineMs: setting(
    'NSIMBI_TRUTH_DEADLINE',
    duration('1ms', '30d'),
    '24h',
    'Time without a final result after which a transaction goes to review.',
  ),
  resendAfterMs: setting(
    'NSIMBI_RESEND_AFTER',
    duration('1ms', '7d'),
    '10m',
    'Time after which a payout that the operator does not know may be sent again with the same reference.',
  ),
  notFoundAlarm: setting(
    'NSIMBI_NOT_FOUND_ALARM',
    percentage,
    '1%',
    'The share of queries answered "not found" above which nothing is sent again; 100% turns this protection off.',
  ),
  floatAlert: setting(
    'NSIMBI_FLOAT_ALERT',
    count(999_999_999),
    '5000000',
    'Shillings that an operator should hold for payouts; with less, an alarm is raised. The default is the largest payout.',
  ),
  approvalExpiryMs: setting(
    'NSIMBI_APPROVAL_EXPIRY',
    duration('1ms', '90d'),
    '7d',
    'Time without approval after which a pending transaction fails and its money returns to the wallet.',
  ),
  installationId: unset(
    'NSIMBI_INSTALLATION_ID',
    uuid,
    'The installation that this process belongs to, instead of the one in the data folder; live operations are refused when the database says another.',
  ),
  otlpEndpoint: unset(
    'NSIMBI_OTLP_ENDPOINT',
    httpUrl,
    'An OpenTelemetry collector that receives traces over OTLP/HTTP; without it there are no traces.',
  ),
  logLevel: setting(
    'NSIMBI_LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'The log level.',
  ),
};

/** A value that is not allowed, in one line for the person who set it. */
export class SettingNotAllowed extends Error {
  override readonly name = 'SettingNotAllowed';

  constructor(settingName: string, kind: Kind<unknown>, text: string) {
    super(`${settingName} is ${JSON.stringify(kind.show?.(text) ?? text)}; it must be ${kind.allowed}`);
  }
}

function setting<T>(name: string, kind: Kind<T>, usual: string, purpose: string): Setting<T> {
  return { name, kind, usual, purpose, read: (text) => readAs(name, kind, text ?? usual) };
}

function unset<T>(name: string, kind: Kind<T>, purpose: string): Setting<T | null> {
  return {
    name,
    kind,
    usual: null,
    purpose,
    read: (text) => (text === undefined ? null : readAs(name, kind, text)),
  };
}

function readAs<T>(name: string, kind: Kind<T>, text: string): T {
  const value = kind.read(text);
  if (value === undefined) throw new SettingNotAllowed(name, kind, text);
  return value;
}
