import type { Query } from '../../api/api.ts';
import { moneyText } from '../../components/money-text.ts';
import { phoneText } from '../../components/phone-text.ts';

/** What the list of transactions shows, as the address holds it. */
export interface Filters {
  /** A reference, phone, amount, name, note or id. */
  readonly search?: string;
  /** What the results of a search lead here with: one kind of match, where `search` looks for every kind. */
  readonly client_reference?: string;
  readonly phone?: string;
  readonly amount?: string;
  readonly text?: string;
  readonly type?: string;
  readonly status?: string;
  /** Days in Kampala, such as 2026-11-21; both are among those shown. */
  readonly from?: string;
  readonly to?: string;
}

const names = ['search', 'client_reference', 'phone', 'amount', 'text', 'type', 'status', 'from', 'to'] as const;

/** The filters in an address; what is none is left out. */
export function filtersIn(search: Record<string, unknown>): Filters {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value.trim() !== '') found[name] = value.trim();
  }
  return found;
}

/** A filter that has no field, in words. */
export interface NamedFilter {
  readonly name: 'client_reference' | 'phone' | 'amount' | 'text';
  readonly label: string;
}

/** The filters that have no field of their own, for a list of those in force. */
export function namedFilters({ client_reference, phone, amount, text }: Filters): readonly NamedFilter[] {
  const shillings = /^\d{1,15}$/.test(amount ?? '') ? moneyText(Number(amount)) : amount;
  return [
    ...(client_reference === undefined
      ? []
      : [{ name: 'client_reference', label: `Client reference ${client_reference}` } as const]),
    ...(phone === undefined ? [] : [{ name: 'phone', label: `Phone ${phoneText(phone)}` } as const]),
    ...(amount === undefined ? [] : [{ name: 'amount', label: `Amount ${shillings}` } as const]),
    ...(text === undefined ? [] : [{ name: 'text', label: `Name or note with ${text}` } as const]),
  ];
}

/** The same for the service, which wants moments: a day begins at midnight in Kampala and ends with the next one's. */
export function queryOf({ from, to, ...rest }: Filters): Query {
  return {
    ...rest,
    from: from === undefined ? undefined : midnight(from),
    to: to === undefined ? undefined : dayAfter(to),
  };
}

function midnight(day: string): string {
  return `${day}T00:00:00+03:00`;
}

function dayAfter(day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
  return Number.isNaN(next.getTime()) ? midnight(day) : midnight(next.toISOString().slice(0, 10));
}
