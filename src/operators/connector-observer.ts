import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import { maskPhones } from '../phone/masked-phones.ts';
import type { ConnectorObserver } from './contract.ts';

/** Counts and logs reports of connectors. No metric has an operator's own codes as a label: their number is unbounded. */
export function createConnectorObserver(registry: Registry, logger: Logger): ConnectorObserver {
  const registers = [registry];
  const durations = new Histogram({
    name: 'nsimbi_operator_http_seconds',
    help: "How long calls of an operator's interface took, by HTTP status or by how they ended without one",
    labelNames: ['operator', 'method', 'status'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const tokens = new Counter({
    name: 'nsimbi_operator_tokens_total',
    help: 'Access tokens asked for, by HTTP status or by how the question ended without one; 200 is a token',
    labelNames: ['operator', 'status'],
    registers,
  });
  const unknownWords = new Counter({
    name: 'nsimbi_operator_unknown_words_total',
    help: 'Codes, statuses and reasons of an operator that our table does not have: look at the log and extend it',
    labelNames: ['operator', 'call'],
    registers,
  });
  const hashes = new Counter({
    name: 'nsimbi_operator_callback_hashes_total',
    help: 'Callbacks whose hash was checked, by whether it matched',
    labelNames: ['operator', 'matched'],
    registers,
  });
  return {
    exchange(operator, exchange) {
      const { method, is, durationMs } = exchange;
      const status = exchange.status ?? is;
      durations.observe({ operator, method, status }, durationMs / 1_000);
      if (exchange.isTokenRequest) tokens.inc({ operator, status });
      const { path, excerpt } = exchange;
      const masked = { path: withoutPhones(path), excerpt: maskPhones(excerpt) };
      logger.debug({ operator, ...exchange, ...masked }, 'operator called');
    },
    unknownWord(operator, word) {
      unknownWords.inc({ operator, call: word.call });
      const masked = { word: maskPhones(word.word), raw: maskPhones(word.raw) };
      logger.error({ operator, ...word, ...masked }, 'the operator sent a code or status that our tables do not have');
    },
    callbackHash(operator, form) {
      hashes.inc({ operator, matched: String(form !== null) });
      if (form === null) logger.warn({ operator }, 'a callback whose hash does not match was refused');
      else logger.info({ operator, form }, 'the hash of a callback matched');
    },
  };
}

/** A path without the middle of a phone in it; references keep their digits. */
function withoutPhones(path: string): string {
  return path.replace(/(?<=[/=])\d+(?=[/?&]|$)/g, maskPhones);
}

/** An observer that does nothing. */
export const unobserved: ConnectorObserver = {
  exchange: () => undefined,
  unknownWord: () => undefined,
  callbackHash: () => undefined,
};
