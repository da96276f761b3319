import { keyChangesChannel } from '../access/key-changes.ts';
import { accessChangesChannel } from '../access/people/access-changes.ts';
import { measureStreams } from '../events/measure.ts';
import { EventStreams } from '../events/stream.ts';
import { createPool } from '../postgres/pool.ts';
import type { Foundation } from './foundation.ts';

/**
 * Live streams of events, with a pool of their own, so that readers who catch up do not keep requests waiting.
 * A stream whose key was revoked, or whose person lost the right, ends as soon as the notice of that arrives.
 */
export function openEventStreams({
  config,
  target,
  notices,
  metricsRegistry,
  logger,
  stopping,
}: Pick<Foundation, 'config' | 'target' | 'notices' | 'metricsRegistry' | 'logger' | 'stopping'>): EventStreams {
  const pool = createPool(target, { applicationName: 'nsimbi event streams', max: 2 });
  stopping.add(() => pool.end());
  const eventStreams = new EventStreams(
    pool,
    (error) => logger.warn({ err: error }, 'events could not be read for streams'),
    { streamsPerClientMax: config.clientEventStreams },
  );
  measureStreams(metricsRegistry, eventStreams);
  for (const channel of [keyChangesChannel, accessChangesChannel]) {
    // After every other subscriber of this notice has dropped what it remembered.
    notices.subscribe(channel, () => setImmediate(() => void eventStreams.recheck()));
  }
  return eventStreams;
}
