import { adminRoutes } from '../admin.ts';
import { BearerTokens } from '../bearer-tokens.ts';
import { Books } from '../books.ts';
import { Callbacks } from '../callbacks.ts';
import { allFaultsBut } from '../faults/fault-list.ts';
import { Faults } from '../faults/faults.ts';
import { CallCounts } from '../http/call-counts.ts';
import { Routes } from '../http/routes.ts';
import { serve } from '../http/stand-in-server.ts';
import { openingBalanceOf } from '../hundredths.ts';
import { Lives } from '../life.ts';
import { CallRecorder } from '../report/call-recorder.ts';
import { RollingLimit } from '../rolling-limit.ts';
import { Timers } from '../timers.ts';
import { ApiUsers } from './api-users.ts';
import { addLookups } from './lookups.ts';
import { addMoneyCalls, decideMtn } from './money-calls.ts';
import { addProvisioning } from './provisioning.ts';
import { mtnCallReader } from './read-call.ts';
import { type MtnAccount, type MtnSettings, mtnSettings, standInCredentials } from './settings.ts';
import { addStatus } from './status.ts';
import { addToken } from './token.ts';
import { failed, type MtnWorld, pending, successful } from './world.ts';

export interface MtnOptions extends Partial<MtnSettings> {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Shared with another stand-in, it makes one report about both; of its own unless given. */
  readonly recorder?: CallRecorder;
  /** `mtnuganda` unless given. */
  readonly environment?: 'sandbox' | 'mtnuganda';
  /** EUR in the sandbox and UGX in production, unless given. */
  readonly currency?: string;
  /** The registered host of the API users that exist from the start; `localhost` unless given. */
  readonly callbackHost?: string;
  /** In the account's currency, in each of the three products; a million million unless given. */
  readonly openingBalance?: number;
}

/** An MTN that runs: its address, its credentials, and the same books and faults as its admin paths show. */
export interface MtnStandIn {
  readonly port: number;
  readonly baseUrl: string;
  readonly account: MtnAccount;
  readonly world: MtnWorld;
  readonly recorder: CallRecorder;
  close(): Promise<void>;
}

/** What MTN's documentation knows nothing like. */
export const mtnFaults = allFaultsBut([
  'timeout_408_done',
  'timeout_408_not_done',
  'gateway_timeout_done',
  'gateway_timeout_not_done',
  'went_wrong_done',
  'went_wrong_not_done',
  'callback_midway',
  'success_in_process',
  'success_not_success',
  'person_barred',
]);

/** Starts an MTN MoMo that is played, written from providers.md section 1 alone. @throws when the port is taken. */
export async function startMtnStandIn(options: MtnOptions = {}): Promise<MtnStandIn> {
  const {
    port = 0,
    host = '127.0.0.1',
    environment = 'mtnuganda',
    openingBalance = 1e12,
    recorder = new CallRecorder(),
    ...rest
  } = options;
  const { currency = environment === 'sandbox' ? 'EUR' : 'UGX', callbackHost = 'localhost', ...given } = rest;
  const account: MtnAccount = { environment, currency, callbackHost, credentials: standInCredentials };
  const opening = openingBalanceOf(openingBalance);
  const timers = new Timers();
  const settings = mtnSettings(given);
  const books = new Books({ collection: opening, disbursement: opening, remittance: opening });
  const world: MtnWorld = {
    account,
    settings,
    books,
    faults: new Faults(),
    lives: new Lives(books, timers),
    callbacks: new Callbacks(timers, () => settings.now),
    apiUsers: new ApiUsers(account),
    tokens: new BearerTokens(),
    queryLimit: new RollingLimit(),
  };
  const operator = new Routes();
  addProvisioning(operator, world);
  addToken(operator, world);
  addMoneyCalls(operator, world);
  addStatus(operator, world);
  addLookups(operator, world);
  const counts = new CallCounts();
  const record = recorder.watch(mtnCallReader(world));
  const admin = adminRoutes({
    books,
    faults: world.faults,
    knownFaults: mtnFaults,
    counts,
    recorder,
    settings,
    states: [pending, successful, failed],
    decide: (payment, state, reason) => decideMtn(world, payment, state, reason),
  });
  const server = await serve({
    operator,
    admin,
    counts,
    record,
    timers,
    host,
    port,
    answerDelayMs: () => settings.now.answerDelayMs,
  });
  return {
    port: server.port,
    baseUrl: server.baseUrl,
    account,
    world,
    recorder,
    async close() {
      timers.stop();
      world.callbacks.close();
      await server.close();
    },
  };
}

/** The settings with which a service calls this MTN in live mode. */
export function settingsForMtn({ baseUrl, account }: MtnStandIn): Record<string, string> {
  const { collection, disbursement } = account.credentials;
  return {
    NSIMBI_MTN_BASE_URL: baseUrl,
    NSIMBI_MTN_TARGET_ENVIRONMENT: account.environment,
    NSIMBI_MTN_CURRENCY: account.currency,
    NSIMBI_MTN_COLLECTION_SUBSCRIPTION_KEY: collection.primaryKey,
    NSIMBI_MTN_COLLECTION_API_USER: collection.apiUser,
    NSIMBI_MTN_COLLECTION_API_KEY: collection.apiKey,
    NSIMBI_MTN_DISBURSEMENT_SUBSCRIPTION_KEY: disbursement.primaryKey,
    NSIMBI_MTN_DISBURSEMENT_API_USER: disbursement.apiUser,
    NSIMBI_MTN_DISBURSEMENT_API_KEY: disbursement.apiKey,
  };
}
