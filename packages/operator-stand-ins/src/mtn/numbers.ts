import type { MtnSettings } from './settings.ts';

/** What becomes of a payment of a number. */
export type Ending = 'succeeds' | 'stays' | 'delayed' | { readonly fails: string };

interface SandboxNumber {
  /** requesttopay and deposit. */
  readonly collect: Ending;
  readonly transfer: Ending;
  /** The error of the `active` look-up, `inactive`, or null for an active account. */
  readonly active: string | null;
}

const fails = (reason: string): Ending => ({ fails: reason });
const both = (ending: Ending, active: string): SandboxNumber => ({ collect: ending, transfer: ending, active });
const each = (collect: string, transfer: string): SandboxNumber => ({
  collect: fails(collect),
  transfer: fails(transfer),
  active: null,
});

/** The rows of providers.md 1.10 by the last two digits of the number. */
const rows: Readonly<Record<string, SandboxNumber>> = {
  '50': both(fails('INTERNAL_PROCESSING_ERROR'), 'RESOURCE_NOT_FOUND'),
  '51': both(fails('APPROVAL_REJECTED'), 'inactive'),
  '52': both(fails('EXPIRED'), 'NOT_ALLOWED'),
  '53': both('stays', 'NOT_ALLOWED_TARGET_ENVIRONMENT'),
  '54': both('delayed', 'INTERNAL_PROCESSING_ERROR'),
  '55': { ...each('PAYER_NOT_FOUND', 'NOT_ENOUGH_FUNDS'), active: 'SERVICE_UNAVAILABLE' },
  '56': each('PAYEE_NOT_ALLOWED_TO_RECEIVE', 'PAYER_LIMIT_REACHED'),
  '57': each('NOT_ALLOWED', 'PAYEE_NOT_FOUND'),
  '58': each('NOT_ALLOWED_TARGET_ENVIRONMENT', 'NOT_ALLOWED'),
  '59': each('INVALID_CALLBACK_URL_HOST', 'NOT_ALLOWED_TARGET_ENVIRONMENT'),
  '60': each('INVALID_CURRENCY', 'INVALID_CALLBACK_URL_HOST'),
  '61': each('INTERNAL_PROCESSING_ERROR', 'INVALID_CURRENCY'),
  '62': each('SERVICE_UNAVAILABLE', 'INTERNAL_PROCESSING_ERROR'),
  '63': each('COULD_NOT_PERFORM_TRANSACTION', 'SERVICE_UNAVAILABLE'),
};

/** The sandbox's own number, or a Uganda number that ends in the same six digits, so that a service that takes only
 *  Uganda numbers can use it. */
const accepted = /^(?:46733|256773)1234(\d\d)$/;
/** The same rows, returned by the call itself with nothing created, as the older error table does (providers.md 1.5). */
const refused = /^(?:46733|256773)2234(\d\d)$/;

export function endingOf(phone: string, column: 'collect' | 'transfer', settings: MtnSettings): Ending {
  const row = rows[accepted.exec(phone)?.[1] ?? ''];
  if (row === undefined) return 'succeeds';
  const ending = row[column];
  if (settings.pendingNumber === '46733123453') return ending;
  if (ending === 'stays') return 'delayed';
  return ending === 'delayed' ? 'stays' : ending;
}

/** The code with which a call about a number is refused at once, or null. */
export function refusalOf(phone: string, column: 'collect' | 'transfer'): string | null {
  const ending = rows[refused.exec(phone)?.[1] ?? '']?.[column];
  return typeof ending === 'object' ? ending.fails : null;
}

/** What the `active` look-up says of a number: an error's code, `inactive`, or null for an active account. */
export function activeWordOf(phone: string): string | null {
  return rows[accepted.exec(phone)?.[1] ?? '']?.active ?? null;
}

/** What the ids `1` to `13` in `referenceIdToRefund` lead to; the page gives them no meaning, so they follow the
 *  transfer column in its order. */
export function endingOfTestRefund(id: string, settings: MtnSettings): Ending | null {
  if (!/^(?:[1-9]|1[0-3])$/.test(id)) return null;
  return endingOf(`467331234${49 + Number(id)}`, 'transfer', settings);
}
