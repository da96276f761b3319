import { adminRoutes } from '../admin.ts';
import { BearerTokens } from '../bearer-tokens.ts';
import { Books } from '../books.ts';
import { Callbacks } from '../callbacks.ts';
import { allFaultsBut } from '../faults/fault-list.ts';
import { Faults } from '../faults/faults.ts';
import { CallCounts } from '../http/call-counts.ts';
import { json } from '../http/reply.ts';
import { Routes } from '../http/routes.ts';
import { serve } from '../http/stand-in-server.ts';
import { openingBalanceOf } from '../hundredths.ts';
import { Lives } from '../life.ts';
import { CallRecorder } from '../report/call-recorder.ts';
import { RollingLimit } from '../rolling-limit.ts';
import { Timers } from '../timers.ts';
import { addCollection, collectionTeller } from './collection.ts';
import { addDisbursement } from './disbursement.ts';
import { addEnquiry } from './enquiry.ts';
import { Keys } from './keys.ts';
import { addLookups } from './lookups.ts';
import { airtelCallReader } from './read-call.ts';
import { addRefund } from './refund.ts';
import { type AirtelAccount, type AirtelSettings, airtelSettings, standInAccount } from './settings.ts';
import { addToken } from './token.ts';
import { type AirtelWorld, states } from './world.ts';

export interface AirtelOptions extends Partial<AirtelSettings>, Partial<AirtelAccount> {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Shared with another stand-in, it makes one report about both; of its own unless given. */
  readonly recorder?: CallRecorder;
  /** In shillings, in each wallet; a million million unless given. */
  readonly openingBalance?: number;
}

/** An Airtel that runs: its address, its account, its keys, and the books and faults that its admin paths show. */
export interface AirtelStandIn {
  readonly port: number;
  readonly baseUrl: string;
  readonly account: AirtelAccount;
  readonly world: AirtelWorld;
  readonly recorder: CallRecorder;
  close(): Promise<void>;
}

/** What Airtel's documentation knows nothing like. */
export const airtelFaults = allFaultsBut([
  'callback_put',
  'callback_post',
  'reason_string',
  'reason_object',
  'other_amount',
  'other_currency',
  'other_phone',
  'person_inactive',
]);

/** Starts an Airtel Money that is played, written from providers.md section 2 alone. @throws when the port is taken. */
export async function startAirtelStandIn(options: AirtelOptions = {}): Promise<AirtelStandIn> {
  const {
    port = 0,
    host = '127.0.0.1',
    openingBalance = 1e12,
    recorder = new CallRecorder(),
    clientId = standInAccount.clientId,
    clientSecret = standInAccount.clientSecret,
    pin = standInAccount.pin,
    callbackKey = standInAccount.callbackKey,
    pathPrefix = standInAccount.pathPrefix,
    pinPadding = standInAccount.pinPadding,
    separatePinKey = standInAccount.separatePinKey,
    ...given
  } = options;
  const account = { clientId, clientSecret, pin, callbackKey, pathPrefix, pinPadding, separatePinKey };
  const opening = openingBalanceOf(openingBalance);
  const timers = new Timers();
  const settings = airtelSettings(given);
  const books = new Books({ COLL: opening, DISB: opening, CASHIN: opening, CASHOUT: opening });
  const world: AirtelWorld = {
    account,
    settings,
    books,
    faults: new Faults(),
    lives: new Lives(books, timers),
    callbacks: new Callbacks(timers, () => settings.now),
    tokens: new BearerTokens(),
    keys: new Keys(account),
    queryLimit: new RollingLimit(),
  };
  const operator = new Routes();
  // The portal exports show three calls under the prefix; of the others it is unknown, so they answer at both places.
  const prefixes = [...new Set([pathPrefix, ''])];
  addToken(operator, prefixes, world);
  addCollection(operator, pathPrefix, world);
  addRefund(operator, pathPrefix, world);
  addEnquiry(operator, pathPrefix, prefixes, world);
  addDisbursement(operator, prefixes, world);
  addLookups(operator, prefixes, world);
  const counts = new CallCounts();
  const record = recorder.watch(airtelCallReader(world));
  const admin = adminRoutes({
    books,
    faults: world.faults,
    knownFaults: airtelFaults,
    counts,
    recorder,
    settings,
    states,
    decide(payment, state, reason) {
      const tell = payment.kind === 'collection' ? collectionTeller(world, payment) : async () => {};
      world.lives.decide(payment, { state, reason, paid: state === 'TS' }, tell);
    },
  });
  admin.on('GET', '/_keys', () => json(200, showKeys(world.keys)));
  admin.on('POST', '/_keys/rotate', () => {
    world.keys.rotateSigningKey();
    return json(200, showKeys(world.keys));
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

/** What the portal would show: the key for the PIN in both of its forms, and the one for signing. */
function showKeys({ pinKey, pinKeyPem, signingKey, signingKeyId }: Keys): Record<string, string> {
  return { pinKey, pinKeyPem, signingKeyId, signingKey };
}

/** The settings with which a service calls this Airtel in live mode. Its PIN key is new at every start. */
export function settingsForAirtel({ baseUrl, account, world }: AirtelStandIn): Record<string, string> {
  return {
    NSIMBI_AIRTEL_BASE_URL: baseUrl,
    ...(account.pathPrefix === '' ? {} : { NSIMBI_AIRTEL_PATH_PREFIX: account.pathPrefix }),
    NSIMBI_AIRTEL_CLIENT_ID: account.clientId,
    NSIMBI_AIRTEL_CLIENT_SECRET: account.clientSecret,
    NSIMBI_AIRTEL_PIN: account.pin,
    NSIMBI_AIRTEL_PIN_PUBLIC_KEY: world.keys.pinKey,
    NSIMBI_AIRTEL_CALLBACK_KEY: account.callbackKey,
  };
}
