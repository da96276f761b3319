import { measureStreams } from '../events/measure.ts';
import { EventStreams } from '../events/stream.ts';
import { createPool } from '../postgres/pool.ts';
import type { Foundation } from './foundation.ts';

/** Live streams of events, with a pool of their own, so that readers who catch up do not keep requests waiting. */
export function openEventStreams({ target, metricsRegistry, logger, stopping }: Foundation): EventStreams {
  const pool = createPool(target, { applicationName: 'nsimbi event streams', max: 2 });
  stopping.add(() => pool.end());
  const eventStreams = new EventStreams(pool, (error) =>
    logger.warn({ err: error }, 'events could not be read for streams'),
  );
  measureStreams(metricsRegistry, eventStreams);
  return eventStreams;
}
