import type { AirtelStandIn } from '../airtel/stand-in.ts';
import type { MtnStandIn } from '../mtn/stand-in.ts';

/** What a client of MTN needs, for a terminal. */
export function introduceMtn({ baseUrl, account }: MtnStandIn): string {
  const { collection, disbursement } = account.credentials;
  return [
    `MTN MoMo            ${baseUrl}`,
    `  environment       ${account.environment}, ${account.currency}; host of callbacks ${account.callbackHost}`,
    `  collection        key ${collection.primaryKey}`,
    `                    user ${collection.apiUser}, API key ${collection.apiKey}`,
    `  disbursement      key ${disbursement.primaryKey}`,
    `                    user ${disbursement.apiUser}, API key ${disbursement.apiKey}`,
    '  numbers           any number succeeds, for example 256772000001',
    '                    256773123451 is rejected, …452 expires, …453 stays pending, …454 succeeds late',
    '                    256773123455 has no wallet; payouts to it fail for want of money',
    '                    256773223460 is refused at once with INVALID_CURRENCY',
  ].join('\n');
}

/** What a client of Airtel needs, for a terminal. */
export function introduceAirtel({ baseUrl, account, world }: AirtelStandIn): string {
  return [
    `Airtel Money        ${baseUrl}`,
    `  client id         ${account.clientId}`,
    `  client secret     ${account.clientSecret}`,
    `  PIN               ${account.pin}, encrypted with the key at ${baseUrl}/_keys (new at each start)`,
    `  callbacks         ${world.settings.now.callbackUrl ?? 'none; give --callbacks URL'}, hashed with ${account.callbackKey}`,
    '  numbers           any number succeeds, for example 701234567',
    '                    700801007 has too little money, 700801006 stays in progress, 700801029 expires',
    '                    700801110 is refused at once; 7008010NN ends with the code DP008000010NN',
    '                    payouts: 700901006 is open first and paid then, 700901012 is refused',
  ].join('\n');
}
