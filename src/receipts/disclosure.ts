/** How a receipt shows a party: in full, masked as the ledger proves it (`25677*****42`, `A. N.`), or not at all. */
export const partyForms = ['full', 'masked', 'hidden'] as const;
export type PartyForm = (typeof partyForms)[number];

/** What a receipt shows beyond the facts of the payment. Its owner chooses it. */
export interface Disclosure {
  /** The wallet's business. */
  readonly business: PartyForm;
  /** The other side: name and phone. */
  readonly counterparty: PartyForm;
  readonly description: boolean;
}

/** For the wallet's own people and programs. */
export const everything: Disclosure = { business: 'full', counterparty: 'full', description: true };

/** What every receipt shows: the payment without its parties. */
const facts = [
  'reference',
  'mode',
  'type',
  'direction',
  'status',
  'amount',
  'fee',
  'net_amount',
  'currency',
  'created_at',
  'completed_at',
  'failed_at',
  'provider',
  'operator_receipt',
  'failure_code',
];

/** The names of the fields that a receipt opens. All others stay hidden commitments. Pure. */
export function openedNames({ business, counterparty, description }: Disclosure): ReadonlySet<string> {
  return new Set([
    ...facts,
    ...inForm(business, ['business_name']),
    ...inForm(counterparty, ['counterparty_phone', 'counterparty_name']),
    ...(description ? ['description'] : []),
  ]);
}

function inForm(form: PartyForm, names: readonly string[]): readonly string[] {
  if (form === 'hidden') return [];
  return form === 'full' ? names : names.map((name) => `${name}_masked`);
}
