import { publicUrlDoubt } from '../../config/public-url.ts';
import type { Config } from '../../config.ts';
import type { Ugx } from '../../money/ugx.ts';
import { asksForToken } from '../../operators/connector-observer.ts';
import type { Exchange } from '../../operators/http/json-caller.ts';
import { callbackPaths, createLiveProviders, type LiveOperator, type LiveProvider } from '../../operators/live.ts';
import type { BalanceWord } from '../../operators/provider.ts';
import { type Diagnosis, problem, warning, well } from './diagnosis.ts';

/** For how long an operator may take over its token and its balance. */
const patienceMs = 20_000;

const operators: readonly LiveOperator[] = ['MTN', 'Airtel'];
const purposes: readonly Purpose[] = ['collection', 'payout'];

/**
 * Per operator what is set, never the values, and whether it gives us a token and a balance for collections and for
 * payouts. Moves nothing.
 */
export async function checkOperators(config: Config, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const exchanges: Record<LiveOperator, Exchange[]> = { MTN: [], Airtel: [] };
  const providers = createLiveProviders(config, {
    exchange: (operator, exchange) => exchanges[operator === 'MTN' ? 'MTN' : 'Airtel'].push(exchange),
    unknownWord: () => undefined,
    callbackHash: () => undefined,
  });
  try {
    const checked = await Promise.all(
      operators.map(async (operator) => {
        const provider = providers.find((one) => one.operator === operator);
        if (provider === undefined) return [well(operator, 'off: its credentials are not set (docs/operators.md)')];
        const names = namesSet(operator, env);
        const asked = await askBoth(provider, exchanges[operator]);
        return [well(operator, `on: ${names.join(', ')} set`), ...asked.map((one) => withoutSecrets(one, names, env))];
      }),
    );
    return [...checked.flat(), ...(providers.length === 0 ? [] : checkCallbacks(config))];
  } finally {
    await Promise.all(providers.map((provider) => provider.close()));
  }
}

/** One after the other, so that it is known which exchange belongs to which question. */
async function askBoth(provider: LiveProvider, exchanges: Exchange[]): Promise<Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const purpose of purposes) {
    const first = exchanges.length;
    const word = await provider.balance(purpose, AbortSignal.timeout(patienceMs));
    const { operator, account, currency } = provider;
    found.push(
      judgeAnswer({ operator, purpose, host: account.host, currency, word, last: exchanges.slice(first).at(-1) }),
    );
  }
  return found;
}

function checkCallbacks(config: Config): Diagnosis[] {
  const { publicUrl } = config;
  if (publicUrl === null) {
    const found =
      'NSIMBI_PUBLIC_URL is not set, so operators cannot send callbacks; payments are completed by queries only';
    return [warning('callbacks', found, 'set it to the https address at which operators reach this service')];
  }
  const doubt = publicUrlDoubt(publicUrl);
  if (doubt !== null)
    return [warning('callbacks', doubt, 'put a proxy with a certificate in front, and name its https')];
  return [
    well('callbacks', operators.map((operator) => `${operator} at ${publicUrl}${callbackPaths[operator]}`).join(', ')),
  ];
}

function namesSet(operator: LiveOperator, env: NodeJS.ProcessEnv): string[] {
  const prefix = `NSIMBI_${operator.toUpperCase()}_`;
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && env[name] !== '')
    .sort();
}

/** An operator may repeat in its answer what it was sent. */
function withoutSecrets(diagnosis: Diagnosis, names: readonly string[], env: NodeJS.ProcessEnv): Diagnosis {
  const secrets = names.filter((name) => /_(KEY|USER|ID|SECRET)$/.test(name)).map((name) => env[name] ?? '');
  return { ...diagnosis, found: secrets.reduce((text, secret) => text.replaceAll(secret, '…'), diagnosis.found) };
}

type Purpose = 'collection' | 'payout';

/** What came of asking an operator for a balance, which needs a token first. */
interface AskedOperator {
  readonly operator: LiveOperator;
  readonly purpose: Purpose;
  readonly host: string;
  readonly currency: string;
  readonly word: BalanceWord;
  /** The last call that was made for it, of which the word came; undefined when none was made. */
  readonly last: Exchange | undefined;
}

type Finding = Pick<Diagnosis, 'result' | 'found'> & { readonly mend: string };

const shownCharacters = 160;

/** Says in a sentence what an answer means for whoever has set the operator up, and what to do about it. Pure. */
function judgeAnswer(asked: AskedOperator): Diagnosis {
  const check = `${asked.operator} ${asked.purpose}`;
  const { word, last } = asked;
  if (word.is === 'known') return judgeBalance(check, asked, word.amount);
  // Airtel's version v1 does not tell this balance, and is not asked.
  if (last === undefined) return well(check, `not queried: ${word.raw}`);
  const { result, found, mend } = findingOf(asked, last);
  return result === 'warning' ? warning(check, found, mend) : problem(check, found, mend);
}

function judgeBalance(check: string, { operator, purpose, currency }: AskedOperator, amount: Ugx): Diagnosis {
  const found = `received a token and the balance: ${currency} ${amount.toLocaleString('en-US')}`;
  if (purpose === 'collection' || amount > 0n) return well(check, found);
  return warning(check, `${found}, so that every payout will fail`, `fund the account at ${operator}`);
}

function findingOf(asked: AskedOperator, last: Exchange): Finding {
  const { operator, host } = asked;
  if (last.is === 'not_reached') return notReached(asked, last.words);
  if (last.is === 'unknown') {
    return {
      result: 'warning',
      found: `${host} accepted the request and did not respond (${last.words})`,
      mend: `try again; if it stays so, ask ${operator}`,
    };
  }
  const status = last.status ?? 0;
  const said = `HTTP ${status} ${last.words.replace(/\s+/g, ' ')}`.trim().slice(0, shownCharacters);
  if (status === 403) {
    return {
      result: 'problem',
      found: `${operator} rejects this machine: its address is not allowed (${said})`,
      mend: `ask ${operator} to allow the public address of this machine for this product`,
    };
  }
  if (status === 404) {
    return {
      result: 'problem',
      found: `${host} has no resource at ${last.path}`,
      mend: `check ${urlSettings(operator)}`,
    };
  }
  if (status === 429) {
    return {
      result: 'warning',
      found: `${operator} received too many requests (${said})`,
      mend: 'try again in a minute',
    };
  }
  const isToken = asksForToken(last);
  return (
    (operator === 'MTN' ? mtnFinding(asked, isToken, status, said) : airtelFinding(isToken, status, said)) ??
    otherFinding(operator, status, said)
  );
}

function notReached({ operator, host }: AskedOperator, words: string): Finding {
  if (/ENOTFOUND|EAI_AGAIN/.test(words)) {
    return {
      result: 'problem',
      found: `the host name ${host} cannot be resolved (${words})`,
      mend: `check ${urlSettings(operator)}, and the DNS of this machine`,
    };
  }
  if (/CERT|SELF_SIGNED|SSL|TLS|EPROTO|ALTNAME/i.test(words)) {
    return {
      result: 'problem',
      found: `no TLS connection to ${host} can be made (${words})`,
      mend: `check ${urlSettings(operator)}; a proxy on the way needs its certificate in NODE_EXTRA_CA_CERTS`,
    };
  }
  return {
    result: 'problem',
    found: `${host} cannot be reached (${words})`,
    mend: `check ${urlSettings(operator)}, and allow outgoing connections to it; ${operator} may drop calls from an address that it has not allowed`,
  };
}

function mtnFinding(
  { purpose, currency }: AskedOperator,
  isToken: boolean,
  status: number,
  said: string,
): Finding | null {
  const product = purpose === 'collection' ? 'COLLECTION' : 'DISBURSEMENT';
  const settingsOf = (name: string) => `NSIMBI_MTN_${product}_${name}`;
  if (status === 401 && /subscription/i.test(said)) {
    return {
      result: 'problem',
      found: `MTN does not accept ${settingsOf('SUBSCRIPTION_KEY')} (${said})`,
      mend: `copy the key of the ${product.toLowerCase()} product; a key of another product is refused, too`,
    };
  }
  if (status === 401 || (isToken && status === 500)) {
    return {
      result: 'problem',
      found: `MTN does not accept ${settingsOf('API_USER')} with ${settingsOf('API_KEY')} (${said})`,
      mend: 'set a user and a key that were created together; a new API key revokes the old one',
    };
  }
  if (said.includes('NOT_ALLOWED_TARGET_ENVIRONMENT')) {
    return {
      result: 'problem',
      found: `MTN does not know the environment for this account (${said})`,
      mend: 'set NSIMBI_MTN_TARGET_ENVIRONMENT to mtnuganda, or to sandbox for the sandbox',
    };
  }
  if (/NOT_ALLOWED|SENDER_ACCOUNT_NOT_ACTIVE/.test(said)) {
    return {
      result: 'problem',
      found: `MTN does not allow this API user to use the product (${said})`,
      mend: 'ask MTN to enable the product for it',
    };
  }
  if (said.includes('INVALID_CURRENCY') || status === 200) {
    return {
      result: 'problem',
      found: `MTN reports no balance in ${currency} (${said})`,
      mend: 'set NSIMBI_MTN_CURRENCY to UGX, or to EUR for the sandbox',
    };
  }
  return null;
}

function airtelFinding(isToken: boolean, status: number, said: string): Finding | null {
  if ((isToken && status === 400) || status === 401) {
    return {
      result: 'problem',
      found: `Airtel does not accept NSIMBI_AIRTEL_CLIENT_ID with NSIMBI_AIRTEL_CLIENT_SECRET (${said})`,
      mend: "copy both from the application in Airtel's portal; those of staging and of production differ",
    };
  }
  if (/ROUTER\d|ESB000039/.test(said)) {
    return {
      result: 'problem',
      found: `the application is not set up at Airtel for this product or for Uganda (${said})`,
      mend: 'ask Airtel to enable collection, disbursement, account and KYC for it',
    };
  }
  return null;
}

function otherFinding(operator: LiveOperator, status: number, said: string): Finding {
  if (status >= 500) {
    return { result: 'warning', found: `${operator} reports an internal error (${said})`, mend: 'try again later' };
  }
  return {
    result: 'problem',
    found: `${operator} reported no balance (${said})`,
    mend: `send this response to ${operator}`,
  };
}

function urlSettings(operator: LiveOperator): string {
  if (operator === 'MTN') return 'NSIMBI_MTN_BASE_URL';
  return 'NSIMBI_AIRTEL_BASE_URL and the versions';
}
