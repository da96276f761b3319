import type { Ugx } from '../money/ugx.ts';
import { secret } from '../settings/kinds.ts';
import type {
  BalanceResult,
  ConnectorObserver,
  DoctorFinding,
  Exchange,
  LiveConnector,
  Operator,
  SharedSettings,
} from './contract.ts';
import { connectOperators, type OperatorValues, operators } from './registry.ts';

/** Whether operators give us a token and a balance, and what an error means for the person who set them up. Moves nothing. */

/** One operator and what it answered. */
export interface CheckedAccount {
  readonly operator: Operator;
  /** For collections and for payouts; null while the operator is off because its credentials are not set. */
  readonly answers: readonly AccountAnswer[] | null;
}

/** What an operator answered when it was asked for a balance, which needs a token first. */
export interface AccountAnswer {
  readonly direction: Direction;
  readonly result: 'ok' | DoctorFinding['result'];
  /** In a sentence without its end; without secrets. */
  readonly found: string;
  /** What to do about it; null when all is well. */
  readonly mend: string | null;
  /** Shillings that the operator holds for us; null where it did not say. */
  readonly balance: Ugx | null;
}

export type Direction = 'collection' | 'payout';

const directions: readonly Direction[] = ['collection', 'payout'];

/**
 * Asks every operator whose credentials are set, all at the same time. Never throws for what an operator answers.
 * @param patienceMs for how long an operator may take over a token and a balance, each of the two balances.
 */
export async function checkAccounts(
  config: SharedSettings & { readonly operators: OperatorValues },
  patienceMs: number,
  registry: readonly Operator[] = operators,
): Promise<readonly CheckedAccount[]> {
  const exchanges = new Map<string, Exchange[]>(registry.map(({ name }) => [name, []]));
  const observer: ConnectorObserver = {
    exchange: (name, exchange) => exchanges.get(name)?.push(exchange),
    unknownWord: () => undefined,
    callbackHash: () => undefined,
  };
  const connectors = await connectOperators(config, observer, registry);
  try {
    return await Promise.all(
      registry.map(async (operator) => {
        const connector = connectors.find((one) => one.operator === operator.name);
        if (connector === undefined) return { operator, answers: null };
        const ofOperator = exchanges.get(operator.name) ?? [];
        const answers = await askBoth({ operator, connector, exchanges: ofOperator, patienceMs });
        return { operator, answers: answers.map((one) => withoutSecrets(one, operator, config.operators)) };
      }),
    );
  } finally {
    await Promise.all(connectors.map((connector) => connector.close()));
  }
}

/** One after the other, so that it is known which exchange belongs to which request. */
async function askBoth({
  operator,
  connector,
  exchanges,
  patienceMs,
}: {
  readonly operator: Operator;
  readonly connector: LiveConnector;
  readonly exchanges: readonly Exchange[];
  readonly patienceMs: number;
}): Promise<AccountAnswer[]> {
  const answers: AccountAnswer[] = [];
  for (const direction of directions) {
    const first = exchanges.length;
    const balance = await connector.balance(direction, AbortSignal.timeout(patienceMs));
    const { account, currency } = connector;
    const last = exchanges.slice(first).at(-1);
    answers.push(judgeAnswer({ operator, direction, host: account.host, currency, balance, last }));
  }
  return answers;
}

/** An operator may repeat in its answer what it was sent. */
function withoutSecrets(answer: AccountAnswer, { name, settings }: Operator, values: OperatorValues): AccountAnswer {
  const own = values[name] as Readonly<Record<string, unknown>> | undefined;
  const secrets = Object.entries(settings).flatMap(([key, { kind }]) => {
    const value = kind === secret ? own?.[key] : null;
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return { ...answer, found: secrets.reduce((text, one) => text.replaceAll(one, '…'), answer.found) };
}

/** What an operator answered when it was asked for a balance. */
interface BalanceCheck {
  readonly operator: Operator;
  readonly direction: Direction;
  readonly host: string;
  readonly currency: string;
  readonly balance: BalanceResult;
  /** The last call that was made for it, which gave the answer; undefined when none was made. */
  readonly last: Exchange | undefined;
}

const shownCharacters = 160;

/** Says what an answer means for the person who set up the operator, and what to do about it. Pure. */
function judgeAnswer(check: BalanceCheck): AccountAnswer {
  const { balance, last, direction } = check;
  if (balance.is === 'known') return { direction, ...judgeBalance(check, balance.amount), balance: balance.amount };
  // Not every version of an operator's interface reports every balance.
  if (last === undefined) {
    return { direction, result: 'ok', found: `not queried: ${balance.raw}`, mend: null, balance: null };
  }
  return { direction, ...findingOf(check, last), balance: null };
}

function judgeBalance(
  { operator, direction, currency }: BalanceCheck,
  amount: Ugx,
): Pick<AccountAnswer, 'result' | 'found' | 'mend'> {
  const found = `received a token and the balance: ${currency} ${amount.toLocaleString('en-US')}`;
  if (direction === 'collection' || amount > 0n) return { result: 'ok', found, mend: null };
  return {
    result: 'warning',
    found: `${found}, so that every payout will fail`,
    mend: `fund the account at ${operator.name}`,
  };
}

function findingOf(check: BalanceCheck, last: Exchange): DoctorFinding {
  const { operator, host, direction, currency } = check;
  if (last.is === 'not_reached') return notReached(check, last.excerpt);
  if (last.is === 'unknown') {
    return {
      result: 'warning',
      found: `${host} accepted the request and did not respond (${last.excerpt})`,
      mend: `try again; if it stays so, ask ${operator.name}`,
    };
  }
  const status = last.status ?? 0;
  const text = `HTTP ${status} ${last.excerpt.replace(/\s+/g, ' ')}`.trim().slice(0, shownCharacters);
  if (status === 403) {
    return {
      result: 'problem',
      found: `${operator.name} rejects this machine: its address is not allowed (${text})`,
      mend: `ask ${operator.name} to allow the public address of this machine for this product`,
    };
  }
  if (status === 404) {
    return {
      result: 'problem',
      found: `${host} has no resource at ${last.path}`,
      mend: `check ${operator.doctor.addressSettings}`,
    };
  }
  if (status === 429) {
    return {
      result: 'warning',
      found: `${operator.name} received too many requests (${text})`,
      mend: 'try again in a minute',
    };
  }
  const { isTokenRequest } = last;
  return (
    operator.doctor.explain({ direction, currency, isTokenRequest, status, text }) ??
    otherFinding(operator, status, text)
  );
}

function notReached({ operator, host }: BalanceCheck, error: string): DoctorFinding {
  const { addressSettings } = operator.doctor;
  if (/ENOTFOUND|EAI_AGAIN/.test(error)) {
    return {
      result: 'problem',
      found: `the host name ${host} cannot be resolved (${error})`,
      mend: `check ${addressSettings}, and the DNS of this machine`,
    };
  }
  if (/CERT|SELF_SIGNED|SSL|TLS|EPROTO|ALTNAME/i.test(error)) {
    return {
      result: 'problem',
      found: `no TLS connection to ${host} can be made (${error})`,
      mend: `check ${addressSettings}; a proxy on the way needs its certificate in NODE_EXTRA_CA_CERTS`,
    };
  }
  return {
    result: 'problem',
    found: `${host} cannot be reached (${error})`,
    mend: `check ${addressSettings}, and allow outgoing connections to it; ${operator.name} may drop calls from an address that it has not allowed`,
  };
}

function otherFinding({ name }: Operator, status: number, text: string): DoctorFinding {
  if (status >= 500) {
    return { result: 'warning', found: `${name} reports an internal error (${text})`, mend: 'try again later' };
  }
  return { result: 'problem', found: `${name} reported no balance (${text})`, mend: `send this response to ${name}` };
}
