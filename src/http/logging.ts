import { type DestinationStream, type Logger, pino } from 'pino';
import { maskSecrets } from '../masks/mask-secrets.ts';
import { LogOutput } from './log-output.ts';

const standardOutput = new LogOutput(1);

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
export function createLogger(level: string, destination: DestinationStream = standardOutput): Logger {
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
