import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that never reach a log, wherever a library or a mistake of ours might put them. */
const redactedPaths = [
  'authorization',
  '*.authorization',
  '*.*.authorization',
  'headers["idempotency-key"]',
  '*.headers["idempotency-key"]',
  'password',
  '*.password',
  'secret',
  '*.secret',
  'api_key',
  '*.api_key',
  'apiKey',
  '*.apiKey',
  'connectionString',
  '*.connectionString',
];

/**
 * The service's log: JSON lines, times in ISO 8601. Keys and secrets are cut out by field name and, in any text, by
 * their form; phones keep their first five and last two digits.
 * @param destination standard output when absent.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redactedPaths, censor: '[redacted]' },
      hooks: { streamWrite: maskSecrets },
    },
    destination,
  );
}

/** Cuts keys, webhook secrets, passwords in database addresses and the middle of phones out of a text. */
export function maskSecrets(text: string): string {
  return text
    .replace(/\b(nsk_(?:live|test)_[0-9A-Za-z]+)\.[0-9A-Za-z]+/g, '$1.[redacted]')
    .replace(/\bwhsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[redacted]')
    .replace(/(\bpostgres(?:ql)?:\/\/[^\s:/@"]+):[^\s@"]+@/g, '$1:[redacted]@')
    .replace(/(?<!\d)(256\d{2})\d{5}(\d{2})(?!\d)/g, '$1*****$2');
}
