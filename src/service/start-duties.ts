import { type Duty, Housekeeping } from '../ledger/housekeeping.ts';
import type { Foundation } from './foundation.ts';

/** Starts what is done again and again in the background. @param failure what the log says where a step fails. */
export function startDuties({ pool, logger, stopping }: Foundation, failure: string, duties: readonly Duty[]): void {
  const housekeeping = new Housekeeping(pool, (duty, error) => logger.warn({ err: error, duty }, failure), duties);
  housekeeping.start();
  stopping.add(() => housekeeping.stop());
}
