import { type DestinationStream, type Logger, pino } from 'pino';
import { Counter, type Registry } from 'prom-client';
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

/** Registers how many lines of the service's log were dropped, because they could not be written or too many waited. */
export function measureLog(registry: Registry): void {
  new Counter({
    name: 'nsimbi_log_lines_dropped_total',
    help: 'Lines of the log that could not be written, or for which a slow reader left no room.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(standardOutput.droppedLines);
    },
  });
}
