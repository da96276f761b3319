import type { BalanceRefusal, DoctorFinding, Operator } from '../contract.ts';
import { commonColumns } from '../statement-columns.ts';
import { mtnCallbackPath } from './callback-path.ts';
import type { MtnMomo } from './mtn-momo.ts';
import { credentials, mtnMomoSettings, settings } from './settings.ts';

/** MTN MoMo, for the registry. */
export const mtnMomo: Operator<typeof settings> = {
  name: 'MTN',
  key: 'mtn',
  settings,
  credentials,
  uselessAlone: [],
  callbackPath: mtnCallbackPath,
  callbackExample: `${mtnCallbackPath}/check`,
  statements: {
    columns: {
      ...commonColumns,
      receipt: ['Financial Transaction Id', 'Id', 'Transaction Id'],
      reference: ['External Transaction Id', 'External Id', 'Reference Id', 'Reference'],
      time: ['Date', 'Completion Date', 'Completed', 'Transaction Date', 'Date Time', 'Time'],
    },
    nameRefunds: true satisfies MtnMomo['refundsCanBeAskedAbout'],
  },
  unmaskedFields: ['financialTransactionId'],
  // A UUID, as our references are.
  unmaskedWords: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  testNumberPrefix: '25677000',
  doctor: { addressSettings: settings.baseUrl.name, explain },
  simulation: {
    port: 4601,
    async start({ port, url }) {
      const { settingsForMtn, startMtnStandIn } = await import(
        '../../../packages/operator-stand-ins/src/mtn/stand-in.ts'
      );
      const standIn = await startMtnStandIn({ port, callbackHost: new URL(url).hostname });
      return { baseUrl: standIn.baseUrl, settings: settingsForMtn(standIn), close: () => standIn.close() };
    },
  },
  findConflict: () => null,
  findTrial({ baseUrl, targetEnvironment, currency }) {
    if (targetEnvironment === 'sandbox') return `${settings.targetEnvironment.name} is sandbox`;
    if (currency !== 'UGX') return `${settings.currency.name} is ${currency}`;
    return /sandbox/i.test(new URL(baseUrl).hostname) ? `${settings.baseUrl.name} names its sandbox` : null;
  },
  async connect(values, shared, observer) {
    const own = mtnMomoSettings(values, shared);
    if (own === null) return null;
    // The HTTP client is loaded only for an operator that is on, and not for every command.
    const { MtnMomo } = await import('./mtn-momo.ts');
    return new MtnMomo(own, observer);
  },
};

function explain({ direction, currency, isTokenRequest, status, text }: BalanceRefusal): DoctorFinding | null {
  const product = direction === 'collection' ? 'COLLECTION' : 'DISBURSEMENT';
  const settingOf = (name: string) => `NSIMBI_MTN_${product}_${name}`;
  if (status === 401 && /subscription/i.test(text)) {
    return {
      result: 'problem',
      found: `MTN does not accept ${settingOf('SUBSCRIPTION_KEY')} (${text})`,
      mend: `copy the key of the ${product.toLowerCase()} product; a key of another product is refused, too`,
    };
  }
  if (status === 401 || (isTokenRequest && status === 500)) {
    return {
      result: 'problem',
      found: `MTN does not accept ${settingOf('API_USER')} with ${settingOf('API_KEY')} (${text})`,
      mend: 'set the two as they were made together; a new API key ends the old one',
    };
  }
  if (text.includes('NOT_ALLOWED_TARGET_ENVIRONMENT')) {
    return {
      result: 'problem',
      found: `MTN does not know the environment for this account (${text})`,
      mend: 'set NSIMBI_MTN_TARGET_ENVIRONMENT to mtnuganda, or to sandbox for the sandbox',
    };
  }
  if (/NOT_ALLOWED|SENDER_ACCOUNT_NOT_ACTIVE/.test(text)) {
    return {
      result: 'problem',
      found: `MTN does not let this API user use the product (${text})`,
      mend: 'ask MTN to open the product to it',
    };
  }
  if (text.includes('INVALID_CURRENCY') || status === 200) {
    return {
      result: 'problem',
      found: `MTN reports no balance in ${currency} (${text})`,
      mend: 'set NSIMBI_MTN_CURRENCY to UGX, or to EUR for the sandbox',
    };
  }
  return null;
}
