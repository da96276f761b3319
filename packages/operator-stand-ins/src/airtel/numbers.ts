/** What becomes of a payment: its state, and the code that says why. */
export interface Ending {
  readonly state: 'TS' | 'TF' | 'TA' | 'TIP' | 'TE';
  readonly code: string;
}

/** A payout to a number is refused on the call, or is answered like this and ends like that. */
export type PayoutEnding =
  | { readonly is: 'refused'; readonly code: string }
  | { readonly is: 'duplicate'; readonly code: string }
  | { readonly is: 'taken'; readonly first: Ending; readonly end: Ending };

// Airtel publishes no test numbers, so the stand-in has its own: the digits are those of the code they lead to.
// 7008010NN ends with DP008000010NN, 7008011NN is refused with it; 7009010NN and 7009011NN for payouts.
const collectionNumber = /^700801([01])(\d\d)$/;
const payoutNumber = /^700901([01])(\d\d)$/;

const stateOfCollection: Readonly<Record<string, Ending['state']>> = {
  '00': 'TA',
  '01': 'TS',
  '06': 'TIP',
  '24': 'TA',
  '25': 'TIP',
  '29': 'TE',
};

/** How a collection of this number ends: at once in words, though `TA` and `TIP` are no end. Null for any other number. */
export function collectionEnding(phone: string): Ending | null {
  const [, block, code] = collectionNumber.exec(phone) ?? [];
  if (block !== '0' || code === undefined) return null;
  return { state: stateOfCollection[code] ?? 'TF', code: `DP008000010${code}` };
}

/** The code with which a collection of this number is refused on the call, or null. */
export function collectionRefusal(phone: string): string | null {
  const [, block, code] = collectionNumber.exec(phone) ?? [];
  return block === '1' && code !== undefined ? `DP008000010${code}` : null;
}

/**
 * What a payout to this number leads to, or null for any other number. With 0 before the last two digits a failing code
 * creates nothing and an open one ends in success; with 1 a failing code is known to the status query, and an open one
 * ends in failure.
 */
export function payoutEnding(phone: string): PayoutEnding | null {
  const [, block, digits] = payoutNumber.exec(phone) ?? [];
  if (digits === undefined) return null;
  const code = `DP009000010${digits}`;
  const success: Ending = { state: 'TS', code: 'DP00900001001' };
  switch (digits) {
    case '01':
      return { is: 'taken', first: success, end: success };
    case '00':
    case '06':
    case '14': {
      const end: Ending = block === '0' ? success : { state: 'TF', code: 'DP00900001005' };
      return { is: 'taken', first: { state: digits === '06' ? 'TIP' : 'TA', code }, end };
    }
    case '11':
    case '17':
      return { is: 'duplicate', code };
    case '10':
    case '15':
    case '16':
    case '18':
    case '19':
      return { is: 'refused', code };
    default: {
      const failure: Ending = { state: 'TF', code };
      return block === '0' ? { is: 'refused', code } : { is: 'taken', first: failure, end: failure };
    }
  }
}

/** `unknown`, `failed`, `barred` for 702200NNN, whose last digits are those of DP02200000NNN; null for any other. */
export function userWord(phone: string): 'failed' | 'unknown' | 'barred' | 'nameless' | null {
  if (phone === '702200000') return 'failed';
  if (phone === '702200002') return 'unknown';
  if (phone === '702200003') return 'barred';
  return phone === '702200004' ? 'nameless' : null;
}
