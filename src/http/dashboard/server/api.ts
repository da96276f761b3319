import type pg from 'pg';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import type { BulkPayoutWorker } from '../../../bulk-payouts/bulk-worker.ts';
import type { Config } from '../../../config.ts';
import type { EventStreams } from '../../../events/stream.ts';
import type { Records } from '../../../history/records.ts';
import type { ChatSender } from '../../../notifications/chat-sender.ts';
import type { Handset } from '../../../operators/simulator/handset.ts';
import type { Notices } from '../../../postgres/notices.ts';
import type { DatabaseTarget } from '../../../postgres/pool.ts';
import type { Reads } from '../../../postgres/reads.ts';
import type { ProofState } from '../../../proofs/prover.ts';
import type { EncryptionKey, Sealer } from '../../../secrets/sealer.ts';
import type { SettlementService } from '../../../settlement/settlement.ts';
import type { MoneyServices } from '../../../wallet/operation.ts';
import type { WalletOperations } from '../../../wallet/operations.ts';
import type { WebhookOperations } from '../../../webhooks/operations.ts';
import type { Api } from '../../api.ts';

/** The part of the dashboard's server below /dashboard/api, where every route has a right and TypeBox gives the types. */
export type DashboardApi = Api;

/** The parts of the program that the dashboard's routes call. */
export interface DashboardParts {
  readonly settings: Config;
  readonly logger: Logger;
  readonly pool: pg.Pool;
  /** The records of transactions by way of `pool` and the history store. */
  readonly records: Records;
  /** For work that needs connections of its own. */
  readonly target: DatabaseTarget;
  /** For long reads of the primary: a statement may take two minutes, and nothing can be written. */
  readonly reader: pg.Pool;
  /** For histories, lists and files, which may be of a standby. */
  readonly reads: Reads<Records>;
  readonly sealer: Sealer;
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  /** Writes the tests of chats. */
  readonly chats: ChatSender;
  readonly wallet: WalletOperations;
  readonly webhooks: WebhookOperations;
  /** The phones of test mode. */
  readonly handset: Handset;
  readonly eventStreams: EventStreams;
  readonly notices: Pick<Notices, 'heartbeatAgeMs' | 'onGap' | 'subscribe'>;
  readonly money: MoneyServices;
  readonly settlement: SettlementService;
  readonly bulkPayouts: BulkPayoutWorker;
  readonly proofState: () => ProofState;
  /** The address of this service: the public address where one is set, else the one that it listens on. */
  baseUrl(): string;
}

/** Below it everything belongs to one client in one mode; the guard has looked them up. */
export const clientPath = '/clients/:clientId/:mode';

/** The parameters of clientPath; more of a route's own go beside them. The guard has checked these two. */
export const clientParams = { clientId: Type.String(), mode: Type.String() };

/** The message of an error, which begins small and has no end, as a sentence for a person. */
export function asSentence(message: string): string {
  return `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`;
}
