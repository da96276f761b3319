import { Gauge, type Registry } from 'prom-client';
import type { EventStreams } from './stream.ts';

/** Registers how many event streams are open. */
export function measureStreams(registry: Registry, streams: EventStreams): void {
  new Gauge({
    name: 'nsimbi_event_streams',
    help: 'Event streams that are open.',
    registers: [registry],
    collect() {
      this.set(streams.count);
    },
  });
}
