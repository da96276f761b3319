import type { Operator } from '../../../src/operators/contract.ts';
import { commonColumns } from '../../../src/operators/statement-columns.ts';
import { count, durations, operatorUrl, secret } from '../../../src/settings/kinds.ts';
import { optionalSetting, setting } from '../../../src/settings/setting.ts';
import { LycaWallet } from './connector.ts';
import { startLycaStandIn } from './stand-in.ts';

const settings = {
  pollDelaysMs: setting('NSIMBI_LYCA_POLL_DELAYS', durations('1ms', '7d', 20), '1m,1h', 'Pauses between queries.'),
  queriesPerSecond: setting('NSIMBI_LYCA_QUERIES_PER_SECOND', count(1_000), '5', 'Queries a second.'),
  baseUrl: setting('NSIMBI_LYCA_BASE_URL', operatorUrl, 'https://wallet.lyca.example', 'Where its interface is.'),
  apiUser: optionalSetting('NSIMBI_LYCA_API_USER', secret, 'The API user.'),
  apiKey: optionalSetting('NSIMBI_LYCA_API_KEY', secret, 'The key of the API user.'),
};

/** A made-up operator: a folder, as an operator of the product has one. */
export const lycaWallet: Operator<typeof settings> = {
  name: 'Lycamobile',
  key: 'lyca',
  settings,
  credentials: ['apiUser', 'apiKey'],
  uselessAlone: [],
  callbackPath: '/callbacks/lyca',
  callbackExample: '/callbacks/lyca',
  statements: {
    columns: { ...commonColumns, receipt: ['Wallet Receipt'], reference: ['Partner Ref'], time: ['Booked'] },
    nameRefunds: true,
  },
  unmaskedFields: ['wallet_receipt'],
  unmaskedWords: /LYC-\d+/,
  testNumberPrefix: '25672600',
  doctor: {
    addressSettings: 'NSIMBI_LYCA_BASE_URL',
    explain: ({ status, isTokenRequest, text }) =>
      isTokenRequest && status === 401
        ? {
            result: 'problem',
            found: `Lyca does not accept NSIMBI_LYCA_API_KEY (${text})`,
            mend: 'ask Lyca for another key',
          }
        : null,
  },
  simulation: { port: 4603, start: startLycaStandIn },
  findConflict: ({ apiUser, apiKey }) =>
    apiUser !== null && apiUser === apiKey ? 'NSIMBI_LYCA_API_KEY must be another than the API user' : null,
  findTrial: () => null,
  async connect({ baseUrl, apiUser, apiKey, pollDelaysMs, queriesPerSecond }, shared, observer) {
    if (apiUser === null || apiKey === null) return null;
    const delaysMs = shared.pollDelaysMs ?? pollDelaysMs;
    return new LycaWallet({ baseUrl, apiUser, apiKey, pollDelaysMs: delaysMs, queriesPerSecond }, observer);
  },
};
