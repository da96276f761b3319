import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsPage } from '../test/docs/settings-page.ts';
import { ConfigError, loadConfig } from './config.ts';
import { operators } from './operators/registry.ts';
import { settings } from './settings/settings.ts';

describe('settings (interface-decisions section 10)', () => {
  it('without any variable the service listens on 127.0.0.1:4500 and uses its own database under ./data', () => {
    expect(loadConfig({})).toEqual({
      databaseUrl: null,
      ownerDatabaseUrl: null,
      readUrl: null,
      readLagMsMax: 5_000,
      secretsDir: null,
      dataDir: resolve('data'),
      host: '127.0.0.1',
      port: 4500,
      metricsPort: null,
      metricsToken: null,
      drainMs: 1_000,
      brand: 'Service',
      trustProxy: [],
      connectionsPerAddress: 512,
      corsOrigins: [],
      rateLimitStore: 'memory',
      clientLiveKeys: 20,
      clientTestKeys: 50,
      clientEventStreams: 100,
      clientRateFactor: 10,
      operatorWaitMs: 5_000,
      publicUrl: null,
      simulatorDelayMs: 2_000,
      pollDelaysMs: null,
      operators: {
        MTN: {
          pollDelaysMs: [10_000, 20_000, 30_000, 60_000, 180_000, 300_000, 600_000, 1_800_000, 3_600_000],
          queriesPerSecond: 10,
          baseUrl: 'https://proxy.momoapi.mtn.com',
          targetEnvironment: 'mtnuganda',
          currency: 'UGX',
          collectionSubscriptionKey: null,
          collectionApiUser: null,
          collectionApiKey: null,
          disbursementSubscriptionKey: null,
          disbursementApiUser: null,
          disbursementApiKey: null,
        },
        Airtel: {
          pollDelaysMs: [180_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000],
          queriesPerSecond: 10,
          baseUrl: 'https://openapi.airtel.ug',
          pathPrefix: null,
          clientId: null,
          clientSecret: null,
          pin: null,
          pinPublicKey: null,
          callbackKey: null,
          collectionVersion: 'v1',
          disbursementVersion: 'v2',
          signing: false,
        },
      },
      webhookAllowLoopback: null,
      historyUrl: null,
      historyAfterMs: 90 * 86_400_000,
      requireStandby: false,
      requireTwoFactor: 'staff-and-live',
      smtpUrl: null,
      mailFrom: null,
      issuerName: null,
      issuerAddress: null,
      issuerTin: null,
      webhookAllowedNetworks: [],
      webhookRetentionMs: 90 * 86_400_000,
      requestLogRetentionMs: 7 * 86_400_000,
      operatorLogRetentionMs: 90 * 86_400_000,
      encryptionKeys: null,
      webhookRetryDelaysMs: [60_000, 300_000, 900_000, 3_600_000, 21_600_000],
      proofs: true,
      proofIntervalMs: 5_000,
      proofKeysFile: null,
      proofRoundsFile: null,
      proofReceivers: [],
      proofSendIntervalMs: 3_600_000,
      truthDeadlineMs: 86_400_000,
      resendAfterMs: 600_000,
      notFoundAlarm: 0.01,
      floatAlert: 5_000_000,
      approvalExpiryMs: 604_800_000,
      secondPersonAfterMs: 259_200_000,
      rehearsal: false,
      installationId: null,
      otlpEndpoint: null,
      logLevel: 'info',
    });
  });

  it.each([
    ['NSIMBI_OPERATOR_WAIT', '250ms', 'operatorWaitMs', 250],
    ['NSIMBI_TRUTH_DEADLINE', '2d', 'truthDeadlineMs', 172_800_000],
    ['NSIMBI_POLL_DELAYS', '1s,2m, 3h', 'pollDelaysMs', [1_000, 120_000, 10_800_000]],
    ['NSIMBI_NOT_FOUND_ALARM', '2.5%', 'notFoundAlarm', 0.025],
    ['NSIMBI_MTN_QUERIES_PER_SECOND', '2000', 'operators.MTN.queriesPerSecond', 2_000],
    ['NSIMBI_WEBHOOK_RETRY_DELAYS', '1s,2s,3s,4s,5s', 'webhookRetryDelaysMs', [1_000, 2_000, 3_000, 4_000, 5_000]],
    ['NSIMBI_MTN_BASE_URL', 'https://momo.example/uganda/', 'operators.MTN.baseUrl', 'https://momo.example/uganda'],
    ['NSIMBI_MTN_BASE_URL', 'http://127.0.0.1:9000', 'operators.MTN.baseUrl', 'http://127.0.0.1:9000'],
    ['NSIMBI_MTN_TARGET_ENVIRONMENT', 'sandbox', 'operators.MTN.targetEnvironment', 'sandbox'],
    ['NSIMBI_MTN_CURRENCY', 'EUR', 'operators.MTN.currency', 'EUR'],
    ['NSIMBI_PUBLIC_URL', 'http://pay.example/nsimbi/', 'publicUrl', 'http://pay.example/nsimbi'],
    [
      'NSIMBI_AIRTEL_BASE_URL',
      'https://openapiuat.airtel.ug/',
      'operators.Airtel.baseUrl',
      'https://openapiuat.airtel.ug',
    ],
    ['NSIMBI_AIRTEL_PATH_PREFIX', '/simulate/', 'operators.Airtel.pathPrefix', '/simulate'],
    ['NSIMBI_AIRTEL_COLLECTION_VERSION', 'v2', 'operators.Airtel.collectionVersion', 'v2'],
    ['NSIMBI_AIRTEL_DISBURSEMENT_VERSION', 'v1', 'operators.Airtel.disbursementVersion', 'v1'],
    ['NSIMBI_AIRTEL_SIGNING', 'on', 'operators.Airtel.signing', true],
    ['NSIMBI_TRUST_PROXY', '10.0.0.0/8,2001:db8::1', 'trustProxy', ['10.0.0.0/8', '2001:db8::1']],
    ['NSIMBI_RATE_LIMIT_STORE', 'postgres', 'rateLimitStore', 'postgres'],
    ['NSIMBI_RATE_LIMIT_STORE', '', 'rateLimitStore', 'memory'],
    [
      'NSIMBI_PROOF_RECEIVERS',
      'https://auditor.example/rounds, https://user@archive.example',
      'proofReceivers',
      ['https://auditor.example/rounds', 'https://user@archive.example'],
    ],
    ['DATABASE_URL', 'postgres://u@h/d', 'databaseUrl', 'postgres://u@h/d'],
    ['DATABASE_URL', 'postgres://u@h,i:5433/d', 'databaseUrl', 'postgres://u@h,i:5433/d'],
    ['NSIMBI_ISSUER_NAME', 'Pearl Payments (Uganda) Limited', 'issuerName', 'Pearl Payments (Uganda) Limited'],
    ['HOST', '::1', 'host', '::1'],
    ['PORT', '0', 'port', 0],
  ] as const)('%s=%s is read', (name, text, key, value) => {
    expect(loadConfig({ [name]: text })).toHaveProperty(key, value);
  });

  it('a rehearsal needs every operator at a loopback address', () => {
    const mtn = (baseUrl: string) => ({
      NSIMBI_REHEARSAL: 'on',
      NSIMBI_MTN_BASE_URL: baseUrl,
      NSIMBI_MTN_TARGET_ENVIRONMENT: 'mtnuganda',
      ...Object.fromEntries(
        ['COLLECTION', 'DISBURSEMENT'].flatMap((product) =>
          ['API_USER', 'API_KEY', 'SUBSCRIPTION_KEY'].map((part) => [`NSIMBI_MTN_${product}_${part}`, 'x'.repeat(32)]),
        ),
      ),
    });
    for (const here of ['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9']) {
      expect(loadConfig(mtn(here)).rehearsal).toBe(true);
    }
    expect(() => loadConfig(mtn('https://proxy.momoapi.mtn.com'))).toThrow(
      'NSIMBI_REHEARSAL is "on" and an operator is at https://proxy.momoapi.mtn.com; a rehearsal needs every operator at a loopback address',
    );
    // An operator without credentials is off.
    expect(loadConfig({ NSIMBI_REHEARSAL: 'on' }).rehearsal).toBe(true);
  });

  it.each([
    ['PORT', '70000', 'PORT is "70000"; it must be a port from 0 to 65535, where 0 takes any free one'],
    ['HOST', 'not a host', 'HOST is "not a host"; it must be an IP address or a host name'],
    [
      'NSIMBI_OPERATOR_WAIT',
      '5 seconds',
      'NSIMBI_OPERATOR_WAIT is "5 seconds"; it must be a whole number followed by ms, s, m, h or d, from 1ms to 25s',
    ],
    [
      'NSIMBI_WEBHOOK_RETRY_DELAYS',
      '1s,2s,3s,4s',
      'NSIMBI_WEBHOOK_RETRY_DELAYS is "1s,2s,3s,4s"; it must be exactly 5 durations separated by commas, each a whole number followed by ms, s, m, h or d, from 1ms to 7d',
    ],
    [
      'NSIMBI_MTN_QUERIES_PER_SECOND',
      '0',
      'NSIMBI_MTN_QUERIES_PER_SECOND is "0"; it must be a whole number from 1 to 100000',
    ],
    [
      'NSIMBI_PROOF_RECEIVERS',
      'ftp://auditor.example',
      'NSIMBI_PROOF_RECEIVERS is "ftp://auditor.example"; it must be URLs that begin with http:// or https://, or e-mail addresses, separated by commas, or none',
    ],
    ['NSIMBI_RATE_LIMIT_STORE', 'redis', 'NSIMBI_RATE_LIMIT_STORE is "redis"; it must be one of memory, postgres'],
    [
      'NSIMBI_TRUST_PROXY',
      '10.0.0.0/99',
      'NSIMBI_TRUST_PROXY is "10.0.0.0/99"; it must be IP addresses or networks such as 10.0.0.0/8, separated by commas, or none',
    ],
    [
      'NSIMBI_NOT_FOUND_ALARM',
      '1',
      'NSIMBI_NOT_FOUND_ALARM is "1"; it must be a percentage from 0% to 100%, such as 1%',
    ],
    [
      'NSIMBI_BRAND',
      'A\nB',
      'NSIMBI_BRAND is "A\\nB"; it must be 1 to 40 letters, digits and hyphens, beginning with a letter',
    ],
    [
      'DATABASE_URL',
      'mysql://root:hunter2@db/x',
      'DATABASE_URL is "mysql://root:…@db/x"; it must be a URL such as postgresql://user:password@host:5432/database, with several hosts as libpq reads them, for writing',
    ],
    [
      'DATABASE_URL',
      'nsimbi:hun@ter:2@db/x?password=hunter3',
      'DATABASE_URL is "nsimbi:…@db/x?password=…"; it must be a URL such as postgresql://user:password@host:5432/database, with several hosts as libpq reads them, for writing',
    ],
    [
      'NSIMBI_SMTP_URL',
      'https://user:hunter2@mail.example',
      'NSIMBI_SMTP_URL is "…"; it must be a URL that begins with smtp:// or smtps:// and names a host',
    ],
    [
      'NSIMBI_OWNER_DATABASE_URL',
      'postgres://owner:hunter2@db/x',
      'NSIMBI_OWNER_DATABASE_URL is set; set DATABASE_URL too, which the service serves with',
    ],
    ['NSIMBI_ISSUER_TIN', '1000123456', 'NSIMBI_ISSUER_TIN is set; set NSIMBI_ISSUER_NAME too, whose it is'],
    [
      'NSIMBI_ISSUER_ADDRESS',
      'Plot 21, Kampala',
      'NSIMBI_ISSUER_ADDRESS is set; set NSIMBI_ISSUER_NAME too, whose it is',
    ],
    [
      'NSIMBI_ISSUER_TIN',
      '100-012-345',
      'NSIMBI_ISSUER_TIN is "100-012-345"; it must be ten digits, as the Uganda Revenue Authority issues them',
    ],
    ['NSIMBI_ISSUER_NAME', '\t', 'NSIMBI_ISSUER_NAME is "\\t"; it must be 1 to 120 characters on one line'],
    ['NSIMBI_SMTP_URL', 'smtp://mail', 'NSIMBI_SMTP_URL is set; set NSIMBI_MAIL_FROM too, who the mails are from'],
    [
      'NSIMBI_MAIL_FROM',
      'nobody',
      'NSIMBI_MAIL_FROM is "nobody"; it must be an address such as payments@example.ug, or Example <payments@example.ug>',
    ],
    [
      'NSIMBI_OPERATER_WAIT',
      'secret',
      'NSIMBI_OPERATER_WAIT is not a setting; the nearest one is NSIMBI_OPERATOR_WAIT (docs/settings.md)',
    ],
    [
      'NSIMBI_MTN_BASE_URL',
      'http://user:hunter2@momo.example',
      'NSIMBI_MTN_BASE_URL is "…"; it must be a URL that begins with https://, or with http:// for this machine, without query or credentials',
    ],
    [
      'NSIMBI_PUBLIC_URL',
      'pay.example',
      'NSIMBI_PUBLIC_URL is "pay.example"; it must be a URL that begins with http:// or https://, without query or credentials',
    ],
    [
      'NSIMBI_MTN_COLLECTION_API_KEY',
      'hunter2\r\nX-Other: 1',
      'NSIMBI_MTN_COLLECTION_API_KEY is "…"; it must be 1 to 500 printable characters without spaces',
    ],
    [
      'NSIMBI_MTN_COLLECTION_API_KEY',
      'hunter2',
      'MTN is set in part; set NSIMBI_MTN_COLLECTION_SUBSCRIPTION_KEY, NSIMBI_MTN_COLLECTION_API_USER, NSIMBI_MTN_DISBURSEMENT_SUBSCRIPTION_KEY, NSIMBI_MTN_DISBURSEMENT_API_USER, NSIMBI_MTN_DISBURSEMENT_API_KEY too, or nothing of MTN',
    ],
    ['NSIMBI_AIRTEL_PIN', '43210', 'NSIMBI_AIRTEL_PIN is "…"; it must be four digits'],
    [
      'NSIMBI_AIRTEL_PIN_PUBLIC_KEY',
      '-----BEGIN PRIVATE KEY-----\nhunter2',
      'NSIMBI_AIRTEL_PIN_PUBLIC_KEY is "…"; it must be an RSA public key of at least 1024 bits, as PEM or as base64 of DER',
    ],
    [
      'NSIMBI_AIRTEL_CLIENT_SECRET',
      'hunter2 hunter3',
      'NSIMBI_AIRTEL_CLIENT_SECRET is "…"; it must be 1 to 500 printable characters without spaces',
    ],
    [
      'NSIMBI_AIRTEL_CLIENT_SECRET',
      'hunter2',
      'Airtel is set in part; set NSIMBI_AIRTEL_CLIENT_ID, NSIMBI_AIRTEL_PIN, NSIMBI_AIRTEL_PIN_PUBLIC_KEY too, or nothing of Airtel',
    ],
    [
      'NSIMBI_AIRTEL_CALLBACK_KEY',
      'hunter2',
      'Airtel is set in part; set NSIMBI_AIRTEL_CLIENT_ID, NSIMBI_AIRTEL_CLIENT_SECRET, NSIMBI_AIRTEL_PIN, NSIMBI_AIRTEL_PIN_PUBLIC_KEY too, or nothing of Airtel',
    ],
    [
      'NSIMBI_METRICS_TOKEN',
      'hunter2',
      'NSIMBI_METRICS_TOKEN is "…"; it must be 16 to 500 printable characters without spaces',
    ],
    ...[
      '*',
      'https://*.example.ug',
      'shop.example.ug',
      'https://shop.example.ug/pay',
      'https://shop.example.ug,*',
      'null',
      'file:///shop',
    ].map((text): [string, string, string] => [
      'NSIMBI_CORS_ORIGINS',
      text,
      `NSIMBI_CORS_ORIGINS is "${text}"; it must be up to 100 origins such as https://shop.example.ug, separated by commas, without path and without *, or none`,
    ]),
    [
      'NSIMBI_CONNECTIONS_PER_ADDRESS',
      '0',
      'NSIMBI_CONNECTIONS_PER_ADDRESS is "0"; it must be a whole number from 1 to 100000',
    ],
    ['NSIMBI_METRICS_PORT', '4500', 'NSIMBI_METRICS_PORT is "4500"; it must be another port than PORT, or not be set'],
  ])('%s=%s stops the start with one line', (name, text, message) => {
    expect(() => loadConfig({ [name]: text })).toThrow(new ConfigError(message));
  });

  it('transactions move only when their events are not sent again any more', () => {
    const env = { NSIMBI_HISTORY_URL: 'postgres://history.internal/nsimbi', NSIMBI_HISTORY_AFTER: '30d' };
    expect(() => loadConfig(env)).toThrow(/^NSIMBI_HISTORY_AFTER is shorter than NSIMBI_WEBHOOK_RETENTION/);
    expect(loadConfig({ ...env, NSIMBI_WEBHOOK_RETENTION: '30d' }).historyAfterMs).toBe(30 * 86_400_000);
  });

  it('rounds for an e-mail address need a mail server', () => {
    expect(() => loadConfig({ NSIMBI_PROOF_RECEIVERS: 'auditor@example.ug' })).toThrow(
      new ConfigError('NSIMBI_PROOF_RECEIVERS has auditor@example.ug; set NSIMBI_SMTP_URL too, which sends the mails'),
    );
  });

  it('a switch for signatures that neither version of Airtel has stops the start with one line', () => {
    const env = { NSIMBI_AIRTEL_SIGNING: 'on', NSIMBI_AIRTEL_DISBURSEMENT_VERSION: 'v1' };
    expect(() => loadConfig(env)).toThrow(
      new ConfigError(
        'NSIMBI_AIRTEL_SIGNING is "on"; it must be off while NSIMBI_AIRTEL_COLLECTION_VERSION and NSIMBI_AIRTEL_DISBURSEMENT_VERSION are v1, which has no signatures',
      ),
    );
  });

  it('no setting is missing from the object that the program gets', () => {
    const { operators: ofOperators, ...ofService } = loadConfig({});
    expect(Object.keys(ofService).sort()).toEqual(Object.keys(settings).sort());
    for (const { name, settings: own } of operators) {
      expect(Object.keys(ofOperators[name] ?? {}).sort()).toEqual(Object.keys(own).sort());
    }
  });

  it('docs/settings.md says what the code says (write it again with UPDATE_DOCS=1)', () => {
    const path = join(import.meta.dirname, '../docs/settings.md');
    if (process.env.UPDATE_DOCS === '1') writeFileSync(path, settingsPage());
    expect(readFileSync(path, 'utf8')).toBe(settingsPage());
  });
});
