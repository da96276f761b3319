import type { Logger } from 'pino';
import type { Records } from '../history/records.ts';
import type { CommandWriter } from '../ledger/writer/writer.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { CallNotes } from './call-log/call-log.ts';
import type { Circuits } from './circuit.ts';
import type { SettlementMetrics } from './metrics.ts';
import type { SubmissionWrites } from './submissions.ts';

/** What money calls and queries of one process share. */
export interface SettlementContext {
  readonly db: Queryable;
  /** The records of transactions by way of `db` and the history store. */
  readonly records: Records;
  readonly writer: CommandWriter;
  readonly submissions: SubmissionWrites;
  readonly circuits: Circuits;
  readonly metrics: SettlementMetrics;
  /** Null where calls are not kept. */
  readonly callNotes: CallNotes | null;
  readonly logger: Logger;
}
