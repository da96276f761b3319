import type { Logger } from 'pino';
import type { Command } from '../ledger/commands/command.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { CallNotes } from './call-log/call-log.ts';
import type { Circuits } from './circuit.ts';
import type { SettlementMetrics } from './metrics.ts';
import type { SubmissionWrites } from './submissions.ts';

/** The part of the ledger's writer that settlement needs. */
export interface CommandWriter {
  submit(command: Command): Promise<Outcome>;
}

/** What money calls and queries of one process share. */
export interface SettlementContext {
  readonly db: Queryable;
  readonly writer: CommandWriter;
  readonly submissions: SubmissionWrites;
  readonly circuits: Circuits;
  readonly metrics: SettlementMetrics;
  /** Null where calls are not kept. */
  readonly callNotes: CallNotes | null;
  readonly logger: Logger;
}
