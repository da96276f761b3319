import type { BalanceRefusal, DoctorFinding, Operator } from '../contract.ts';
import { commonColumns } from '../statement-columns.ts';
import type { AirtelMoney } from './airtel-money.ts';
import { airtelMoneySettings, credentials, settings } from './settings.ts';

/** The one path that Airtel's portal has. */
const callbackPath = '/callbacks/airtel';

/** Airtel Money, for the registry. */
export const airtelMoney: Operator<typeof settings> = {
  name: 'Airtel',
  key: 'airtel',
  settings,
  credentials,
  uselessAlone: ['callbackKey' satisfies keyof typeof settings],
  callbackPath,
  callbackExample: callbackPath,
  statements: {
    columns: {
      ...commonColumns,
      receipt: ['Airtel Money Id', 'Transaction Id', 'Txn Id', 'Transfer Id', 'Id'],
      reference: [
        'Partner Transaction Id',
        'Merchant Transaction Id',
        'External Transaction Id',
        'External Id',
        'External Reference',
        'Reference Id',
        'Reference Number',
        'Reference No',
        'Reference',
      ],
      time: ['Transaction Date and Time', 'Transaction Date', 'Date Time', 'Date', 'Transfer Date', 'Time'],
    },
    nameRefunds: false satisfies AirtelMoney['refundsCanBeAskedAbout'],
  },
  unmaskedFields: ['airtel_money_id', 'reference_id'],
  // A UUID without hyphens, as our references are, or a response code.
  unmaskedWords: /[0-9a-f]{32}|DP\d+/,
  testNumberPrefix: '25670000',
  doctor: { addressSettings: `${settings.baseUrl.name} and the versions`, explain },
  simulation: {
    port: 4602,
    async start({ port, url }) {
      const { settingsForAirtel, startAirtelStandIn } = await import(
        '../../../packages/operator-stand-ins/src/airtel/stand-in.ts'
      );
      const standIn = await startAirtelStandIn({ port, callbackUrl: `${url}${callbackPath}` });
      return { baseUrl: standIn.baseUrl, settings: settingsForAirtel(standIn), close: () => standIn.close() };
    },
  },
  findConflict({ signing, collectionVersion, disbursementVersion }) {
    if (!signing || collectionVersion !== 'v1' || disbursementVersion !== 'v1') return null;
    return `${settings.signing.name} is "on"; it must be off while ${settings.collectionVersion.name} and ${settings.disbursementVersion.name} are v1, which has no signatures`;
  },
  findTrial({ baseUrl, pathPrefix }) {
    if (pathPrefix === '/simulate') return `${settings.pathPrefix.name} is ${pathPrefix}`;
    return /uat|staging|sandbox/i.test(new URL(baseUrl).hostname) ? `${settings.baseUrl.name} names its staging` : null;
  },
  async connect(values, shared, observer) {
    const own = airtelMoneySettings(values, shared);
    if (own === null) return null;
    // The HTTP client is loaded only for an operator that is on, and not for every command.
    const { AirtelMoney } = await import('./airtel-money.ts');
    return new AirtelMoney(own, observer);
  },
};

function explain({ isTokenRequest, status, text }: BalanceRefusal): DoctorFinding | null {
  if ((isTokenRequest && status === 400) || status === 401) {
    return {
      result: 'problem',
      found: `Airtel does not accept NSIMBI_AIRTEL_CLIENT_ID with NSIMBI_AIRTEL_CLIENT_SECRET (${text})`,
      mend: "copy both from the application in Airtel's portal; those of staging and of production differ",
    };
  }
  if (/ROUTER\d|ESB000039/.test(text)) {
    return {
      result: 'problem',
      found: `the application is not set up at Airtel for this product or for Uganda (${text})`,
      mend: 'ask Airtel to enable collection, disbursement, account and KYC for it',
    };
  }
  return null;
}
