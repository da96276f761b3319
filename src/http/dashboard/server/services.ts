import type pg from 'pg';
import type { Logger } from 'pino';
import type { BulkPayoutWorker } from '../../../bulk-payouts/bulk-worker.ts';
import type { Config } from '../../../config.ts';
import type { Notices } from '../../../postgres/notices.ts';
import type { DatabaseTarget } from '../../../postgres/pool.ts';
import type { EncryptionKey, Sealer } from '../../../secrets/sealer.ts';
import type { SettlementService } from '../../../settlement/settlement.ts';
import type { MoneyServices } from '../../../wallet/operation.ts';
import type { EventStreaming, SimulatorOperations, WalletOperations, WebhookOperations } from '../../services.ts';

/** Everything that the dashboard needs from the rest of the program. */
export interface DashboardServices {
  readonly settings: Config;
  readonly logger: Logger;
  readonly pool: pg.Pool;
  /** For work that needs connections of its own. */
  readonly target: DatabaseTarget;
  /** For long reads: statements may take two minutes, and nothing can be written. */
  readonly reader: pg.Pool;
  readonly sealer: Sealer;
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  /** What API keys can do, too. */
  readonly wallet: WalletOperations;
  readonly webhooks: WebhookOperations;
  readonly simulator: SimulatorOperations;
  readonly eventStreams: EventStreaming;
  readonly notices: Pick<Notices, 'heartbeatAgeMs' | 'onGap' | 'subscribe'>;
  readonly money: MoneyServices;
  readonly settlement: SettlementService;
  /** What sends the rows of bulk payouts. */
  readonly bulkPayouts: BulkPayoutWorker;
  /** Where this service is reached: the public address where one is set, else the one that it listens on. */
  baseUrl(): string;
}
